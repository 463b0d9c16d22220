"""Practice 2: what makes the paragraph complete, and what it is marked on. Teachers only."""

from grader.content.tasks import Criterion, Level, Organisation, Task, Words


def listed(names: str) -> tuple[str, ...]:
    return tuple(" ".join(name.split()) for name in names.split(","))


KNOWN = listed("""
TCS, Tata Consultancy Services, Tata, Infosys, Wipro, HCL, HCLTech, Tech Mahindra, Mahindra, LTIMindtree, Mphasis,
Persistent Systems, Flipkart, Myntra, Meesho, Nykaa, BigBasket, Blinkit, Zepto, Swiggy, Zomato, Ola Cabs, Ola
Electric, Krutrim, Paytm, PhonePe, Razorpay, Zerodha, Groww, BharatPe, Policybazaar, Jio, Reliance
Industries, Airtel, ISRO, DRDO, NPCI, RBI, UIDAI, IRCTC, Indian Railways, NIC, C-DAC, CDAC, BHEL, ONGC, HDFC,
ICICI, SBI, State Bank of India, Axis Bank, Kotak, LIC, Bajaj, Maruti, Hero MotoCorp, Zoho, Freshworks, Haptik,
Yellow.ai, Gnani, Sarvam, Bhashini, AI4Bharat, CoRover, Niramai, Qure.ai, SigTuple, Practo, Apollo Hospitals,
Aravind, Byju's, Unacademy, Physics Wallah, PhysicsWallah, Dream11, Games24x7, InMobi, ShareChat,
Dailyhunt, Hotstar, JioSaavn, Gaana, MakeMyTrip, Cleartrip, OYO, Delhivery, Mu Sigma, CropIn, DeHaat,
Uniphore, Google, Microsoft, Amazon, Adobe, Samsung, NVIDIA, OpenAI, Uber
""")
NOT_NAMES = listed("""
Attention, Self-attention, Cross-attention, Multi-head, Multi-Head, Transformer, Query, Key, Value, Q, K, V, X,
Softmax, Bahdanau, Cho, Bengio, Vaswani, UPI, RNN, LSTM, GRU, CNN, BERT, GPT, LLM, NLP, AI, ML, GPU, CPU, API, TF,
IDF, FAQ, OTP, SMS, PDF, KYC, SKU, QA, OCR, ASR, ETA, I, It, India, Indian, Bharat, Hindi, English, Tamil, Telugu,
Kannada, Bengali, Marathi, Malayalam, Gujarati, Punjabi, Odia, Urdu, Sanskrit, Hinglish, Mumbai, Delhi, Bengaluru,
Bangalore, Chennai, Hyderabad, Kolkata, Pune, Kerala, Karnataka, Diwali, Asia, Europe, America, Internet, Python,
NumPy, Numpy, PyTorch, TensorFlow, Practice, Exercise
""")

A_SHOP = """
Flipkart lets people search in the language they speak, and a search such as "red shoes for school not leather" has to be read
as a whole: the word "not" changes what "leather" means. The model behind the search box is built on attention. Every word of
the search sends out a query, every word has a key, and the softmax of the scaled products says how much "leather" should look
at "not". The blended value that comes out for "leather" then already carries the refusal, and leather shoes move down the
list. I know it from the company's engineering blog.
"""
A_HOSPITAL = """
My aunt works at Sankara Netralaya, an eye hospital in Chennai, where photographs of the retina are sorted by a program before
a doctor looks at them. The program cuts a picture into small squares and treats each square as a token. A square with a
little bleeding asks, with its query, whether other squares show the same, and their keys answer. So the weights are large
between places that may be far apart in the eye, which a window of fixed size would never have compared. What it blends are the
values, descriptions of each square, and the last layer decides from them how urgent the picture is.
"""
NOBODY = """
a big company uses attention in its support chat. every message is cut into tokens, each token has a query and a key and a
value, and the weights say which words belong together. without it, the word that matters most may be far away and forgotten.
with it, distance does not matter, because the score of two words only depends on what they are. this makes the answers of the
chat better and its customers wait less. attention costs more when messages are long, but messages are short.
""".replace("a big", "A big")

TASK = Task(
    title="Attention at work in a company",
    part="paragraph",
    task="Find a real example of attention in an Indian company, and explain the connection in a paragraph.",
    checks=(Words(at_least=60), Organisation("a company", KNOWN, NOT_NAMES)),
    rubric=(
        Criterion(
            "example",
            "Is it a real use, by an organisation that is named?",
            (
                Level(0, "no organisation, or nothing that it does"),
                Level(1.5, "an organisation is named, but what it does is guessed or vague"),
                Level(3, "a real use, told so that one could look it up"),
            ),
        ),
        Criterion(
            "connection",
            "Does it explain what attention does there?",
            (
                Level(0, "attention is not mentioned, or only by name"),
                Level(2.5, "it says that attention finds what matters, but not what asks and what is asked"),
                Level(5, "it says what the queries, keys and values are in this use, and what that gains"),
            ),
        ),
        Criterion(
            "writing",
            "Can a classmate follow it?",
            (
                Level(0, "notes, or copied from elsewhere"),
                Level(1, "understandable, with gaps"),
                Level(2, "a paragraph that stands on its own"),
            ),
        ),
    ),
    complete=(A_SHOP, A_HOSPITAL),
    incomplete=(("Flipkart uses attention in its search.", "60 words or more"), (NOBODY, "names a company")),
)

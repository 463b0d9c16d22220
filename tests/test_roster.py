"""The roster joins what a download calls a student with who they are: exactly, or not at all, and then it says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from downloads import listed, on_disk
from hypothesis import given
from hypothesis import strategies as st

from grader.intake.layouts.layout import Told
from grader.intake.roster import Person, Register, Roster, RosterTrouble, load_roster


def read(folder: Path, text: str | bytes, name: str = "roster.csv") -> Roster:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return load_roster(path)


# ---------------------------------------------------------------- reading it


@pytest.mark.parametrize(
    "text",
    [
        "id,name,email,login\ns1,Maeve O'Brien,m@uni.example,mob\n",
        "Login , E-Mail,NAME,Student ID\nmob,m@uni.example,Maeve O'Brien,s1\n",
        "id;name;email;username\ns1;Maeve O'Brien;m@uni.example;mob\n",
        "id\tname\temail\tuser name\r\ns1\tMaeve O'Brien\tm@uni.example\tmob\r\n",
        '\ufeff"id","first name","last name","email address","net id"\n"s1","Maeve","O\'Brien","m@uni.example","mob"\n\n',
        "\n\nid,surname,given name,email,login\ns1,O'Brien,Maeve,m@uni.example,mob\n,,,,\n",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_columns_in_any_order_case_and_separator(tmp_path: Path, text: str, encoding: str) -> None:
    (one,) = read(tmp_path, text.encode(encoding)).people
    assert (one.id, one.name, one.email, one.login) == ("s1", "Maeve O'Brien", "m@uni.example", "mob")


def test_canvas_gradebook_export(tmp_path: Path) -> None:
    text = (
        "Student,ID,SIS User ID,SIS Login ID,Section,Homework (77)\n,,,,,Manual Posting\n    Points Possible,,,,,10\n"
        '"O\'Brien, Maeve",1001,S-17,mob,Tuesday,3\n'
    )
    (one,) = read(tmp_path, text).people
    assert one == Person(
        "S-17", "O'Brien, Maeve", "mob", None, "S-17", "Tuesday", None, {"canvas": "1001"}, "O'Brien, Maeve", 4
    )


def test_moodle_grading_worksheet(tmp_path: Path) -> None:
    text = "Identifier,Full name,Email address,Status,Grade\nParticipant 731001,Maeve O'Brien,m@uni.example,Submitted,\n"
    (one,) = read(tmp_path, text).people
    assert (one.id, one.name, one.lms_ids) == ("m@uni.example", "Maeve O'Brien", {"moodle": "731001"})


def test_brightspace_export(tmp_path: Path) -> None:
    text = "OrgDefinedId,Username,Last Name,First Name,Email,End-of-Line Indicator\n#17,#mob,O'Brien,Maeve,m@uni.example,#\n"
    (one,) = read(tmp_path, text).people
    assert (one.id, one.login, one.name, one.sis_id, one.sortable) == ("17", "mob", "Maeve O'Brien", "17", "O'Brien, Maeve")


def test_github_classroom_roster(tmp_path: Path) -> None:
    (one,) = read(tmp_path, '"identifier","github_username","github_id","name"\n"s1","octo-mob","5","Maeve"\n').people
    assert (one.id, one.lms_ids) == ("s1", {"github": "octo-mob"})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty: expected a header such as id,name,email,login"),
        ("\n,,\n", "is empty: expected a header such as id,name,email,login"),
        ("colour,shape\nred,round\n", ", line 1 names none of the columns that are known: id, name, email"),
        (b"id,name\n1,Zo\xe9\n", ", line 2 is not UTF-8 text: save it as CSV UTF-8"),
        (b"id,name\n1,\0\n", " is not a text file: save it as CSV UTF-8"),
        ("id,name\n1," + "x" * 200_000 + "\n", ", line 2 can't be read as CSV: field larger than field limit"),
        (b"\xff\xfe\x00", "is not UTF-8 text"),
    ],
)
def test_what_is_no_roster_is_one_sentence(tmp_path: Path, text: str | bytes, says: str) -> None:
    with pytest.raises(RosterTrouble) as trouble:
        read(tmp_path, text)
    assert says in str(trouble.value)
    assert "\n" not in str(trouble.value)


def test_a_roster_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RosterTrouble, match="can't be read: No such file"):
        load_roster(tmp_path / "nowhere.csv")
    with pytest.raises(RosterTrouble, match="can't be read: Is a directory"):
        load_roster(tmp_path)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_roster_or_one_sentence(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    said = ""
    try:
        read(tmp_path_factory.getbasetemp(), b"id,name\n" + data)
    except RosterTrouble as trouble:
        said = str(trouble)
    assert "\n" not in said


def test_the_same_id_twice_is_told_and_the_first_counts(tmp_path: Path) -> None:
    roster = read(tmp_path, "id,name\ns1,Maeve\ns2,Bo\ns1,Kim\n")
    assert [(one.id, one.name) for one in roster.people] == [("s1", "Maeve"), ("s2", "Bo")]
    assert roster.warnings == ("roster.csv, lines 2 and 4 have the same id s1: the first counts",)


# ---------------------------------------------------------------- joining

MAEVE = Person("s1", "Maeve O'Brien", "mob", "m@uni.example", "S-17", "Tue", None, {"canvas": "1001"}, "O'Brien, Maeve")
BO = Person("s2", "Zoë Li", "zli", "z@uni.example", "S-18", None, None, {"canvas": "1002"}, "Li, Zoë")
TWIN = Person("s3", "Zoë Li", "zli2", "z2@uni.example", "S-19", None, None, {"canvas": "1003"}, "Li, Zoë")


@pytest.mark.parametrize(
    ("told", "who", "how"),
    [
        (Told("x", lms_user_id="1001", name="somebodyelse"), "s1", "user id"),
        (Told("x", login="MOB"), "s1", "login"),
        (Told("x", email="M@Uni.example"), "s1", "email"),
        (Told("x", sis_id="S-17"), "s1", "sis id"),
        (Told("x", name="maeve  o'brien"), "s1", "name"),
        (Told("x", name="O'Brien Maeve"), None, ""),
        (Told("x", name="Maeve OBrien"), None, ""),
        (Told("x", label="s1"), "s1", "id"),
        (Told("x", label="mob"), "s1", "login"),
        (Told("x", label="Maeve O'Brien"), "s1", "name"),
        (Told("x", name="Zoe\u0308 Li"), None, ""),
        (Told("x", name="Zoe\u0308 Li", login="zli2"), "s3", "login"),
        (Told("x", lms_user_id="s1"), None, ""),
        (Told("x"), None, ""),
    ],
)
def test_by_the_platforms_id_then_login_then_email_then_a_name_that_is_nobody_elses(
    told: Told, who: str | None, how: str
) -> None:
    person, by = Register(Roster((MAEVE, BO, TWIN)), "canvas").find(told, squeezed=False)
    assert (person.id if person else None, by) == (who, how)


def test_two_forms_of_one_name_are_the_same() -> None:
    person, _ = Register(Roster((MAEVE, BO)), "moodle").find(Told("x", name="Zoe\u0308 Li"), squeezed=False)
    assert person == BO


def test_a_name_as_canvas_puts_it_into_a_file(tmp_path: Path) -> None:
    register = Register(Roster((MAEVE, BO)), "canvas")
    assert register.find(Told("x", lms_user_id="9", name="obrienmaeve"), squeezed=True)[0] == MAEVE
    assert register.find(Told("x", lms_user_id="9", name="maeveobrien"), squeezed=True)[0] is None
    assert Register(Roster((BO, TWIN)), "canvas").find(Told("x", name="lizoë"), squeezed=True)[0] is None


def test_an_id_without_its_platform_joins_only_where_the_name_agrees() -> None:
    register = Register(Roster((Person("1001", "Maeve O'Brien"),)), "canvas")
    assert register.find(Told("x", lms_user_id="1001", name="obrienmaeve"), squeezed=True)[1] == "user id"
    assert register.find(Told("x", lms_user_id="1001", name="lizoë"), squeezed=True)[0] is None


def test_in_a_download_who_is_missing_and_who_is_unknown_is_told(tmp_path: Path) -> None:
    files = {"obrienmaeve_1001_9_exercise1.py": "x = 1", "stranger_7_8_exercise1.py": "x = 2"}
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch", roster=Roster((MAEVE, BO)))
    assert listing.students == ["7", "s1"]
    assert listing.warnings == ("not in the roster: 7", "in the roster, but handed in nothing: s2")
    one = listing.people["s1"]
    assert (one.name, one.lms_user_id, one.login, one.email, one.sis_id, one.rostered) == (
        "Maeve O'Brien", "1001", "mob", "m@uni.example", "S-17", True,
    )  # fmt: skip
    assert [row.student.name for row in listing.rows] == ["Maeve O'Brien", "stranger"]


def test_two_students_of_one_name_are_not_both_the_one_in_the_roster(tmp_path: Path) -> None:
    files = {f"Maeve O'Brien_{number}_assignsubmission_file/exercise1.py": f"x = {number}" for number in (77, 78)}
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch", roster=Roster((MAEVE,)))
    assert listing.students == ["77", "78"]
    assert listing.warnings[0] == (
        "more than one Maeve O'Brien handed in, and the roster knows one: "
        "it needs a column of user ids or logins to tell them apart"
    )


def test_a_plain_folder_may_name_students_in_any_way_the_roster_knows(tmp_path: Path) -> None:
    files = {"mob/exercise1.py": "x = 1", "z@uni.example/exercise1.py": "x = 2", "Maeve O'Brien/exercise2.py": "x = 3"}
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch", roster=Roster((MAEVE, BO)))
    assert listing.students == ["s1", "s2"]
    assert listing.warnings == ()


# ---------------------------------------------------------------- groups

TEAM = (Person("s1", "Maeve", team="Team 3"), Person("s2", "Bo", team="team 3"), Person("s3", "Kim", team="Team 4"))


def handed_in(tmp_path: Path, files: dict[str, str], groups: bool = True) -> dict[str, tuple[str | None, tuple[str, ...]]]:
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch", roster=Roster(TEAM), groups=groups)
    return {one.student: (one.path, one.notes) for one in listing.handins if one.handed}


def test_a_groups_file_is_every_members_who_has_none(tmp_path: Path) -> None:
    files = {"s1/exercise1.py": "x = 1", "s3/exercise1.py": "x = 2"}
    assert handed_in(tmp_path, files) == {
        "s1": ("s1/exercise1.py", ()),
        "s2": ("s1/exercise1.py", ("handed in by s1 for the group",)),
        "s3": ("s3/exercise1.py", ()),
    }
    assert set(handed_in(tmp_path, files, groups=False)) == {"s1", "s3"}


def test_whoever_has_a_file_of_their_own_keeps_it(tmp_path: Path) -> None:
    files = {"s1/exercise1.py": "x = 1", "s2/exercise1.py": "x = 2", "s2/exercise2.py": "x = 3"}
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch", roster=Roster(TEAM))
    found = {(one.student, one.exercise): one.path for one in listing.handins if one.handed}
    assert found == {
        ("s1", "exercise1"): "s1/exercise1.py",
        ("s1", "exercise2"): "s2/exercise2.py",
        ("s2", "exercise1"): "s2/exercise1.py",
        ("s2", "exercise2"): "s2/exercise2.py",
    }


def test_of_two_members_files_none_is_chosen_for_the_third(tmp_path: Path) -> None:
    files = {"s1/exercise1.py": "x = 1", "s2/exercise1.py": "x = 2"}
    roster = Roster((*TEAM, Person("s4", team="Team 3")))
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch", roster=roster)
    assert {one.student for one in listing.handins if one.handed} == {"s1", "s2"}
    assert "Team 3: s1 and s2 each handed in exercise1, so it is nobody else's in the group" in listing.warnings


def test_a_group_that_hands_in_under_its_own_name(tmp_path: Path) -> None:
    files = {"Team 3_44_assignsubmission_file/exercise1.py": "x = 1", "Kim_45_assignsubmission_file/exercise1.py": "x = 2"}
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch", roster=Roster(TEAM))
    assert {one.student: one.path for one in listing.handins if one.handed} == {
        "s1": "Team 3_44_assignsubmission_file/exercise1.py",
        "s2": "Team 3_44_assignsubmission_file/exercise1.py",
        "s3": "Kim_45_assignsubmission_file/exercise1.py",
    }
    assert listing.students == ["s1", "s2", "s3"], "the group itself is no student"

Dear teacher,

please find my solution attached.
It's late, sorry!

"""Documents from the net: a Project Gutenberg book, and the CNN/DailyMail news set."""

import streamlit as st

from microrag_core.loading.net import load_cnn_dailymail, load_gutenberg
from pages.corpus import taking
from pages.shared import reach

MOST_ARTICLES = 100_000


def draw() -> None:
    """Draw the forms for a book and for the news set."""
    st.caption("Besides a model named under Another model, only these forms use the net, and only when you press their button.")
    book()
    st.divider()
    news()


def book() -> None:
    """Draw the form for a Project Gutenberg book; who sits at this machine may also name the address of a text.

    Others may not, as the server could fetch for them what only it can reach.
    """
    number = "The number of a book (1342 is Pride and Prejudice)"
    addresses = reach.only_this_machine()
    with st.form("gutenberg", border=False):
        wanted = st.text_input(
            "Project Gutenberg book",
            placeholder="1342, or https://..." if addresses else "1342",
            help=f"{number}, or the address of a text or an HTML page." if addresses else f"{number}.",
        )
        pressed = st.form_submit_button("Fetch the book", icon=":material/menu_book:")
    if not pressed:
        return
    if not wanted.strip():
        st.warning("There is no book yet: type its number.")
    elif not addresses and not wanted.strip().isdecimal():
        st.warning("Books are fetched by their number only when others can reach this app (server.address).")
    elif taking.take_in(lambda progress: load_gutenberg(wanted)):
        st.rerun()


def news() -> None:
    """Draw the form for the news set; how many articles were skipped or cut is said afterwards."""
    with st.form("cnn_dailymail", border=False):
        count = st.number_input(
            "CNN/DailyMail articles",
            1,
            MOST_ARTICLES,
            1_000,
            step=100,
            help="From the Hugging Face hub. Articles under 1,000 characters are skipped, over 8,000 cut; both are counted.",
        )
        pressed = st.form_submit_button("Fetch the articles", icon=":material/newspaper:")
    if pressed and taking.take_in(lambda progress: load_cnn_dailymail(int(count), on_progress=progress)):
        st.rerun()

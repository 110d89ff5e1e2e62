"""MicroRAG Explorer: page config, navigation and the shared sidebar. Run with `streamlit run app.py`."""

import streamlit as st

from pages.shared import address, sidebar

st.set_page_config(page_title="MicroRAG Explorer", page_icon="docs/icon.png", layout="wide")

page = st.navigation(
    [
        st.Page("pages/explore/page.py", title="Explore", icon=":material/hub:", url_path="explore", default=True),
        st.Page("pages/compare/page.py", title="Compare", icon=":material/compare_arrows:", url_path="compare"),
        st.Page("pages/chat/page.py", title="Chat", icon=":material/forum:", url_path="chat"),
        st.Page("pages/corpus/page.py", title="Corpus", icon=":material/library_books:", url_path="corpus"),
    ],
    position="top",
)
address.read(page.url_path)
sidebar.draw(pruning=page.url_path != "")
page.run()
address.write()

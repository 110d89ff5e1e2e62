"""A mark on the page that brings itself into view when something new stands below it, wherever a person has scrolled to."""

import streamlit as st

JS = """
const SETTLED = 300; // milliseconds until the page is drawn, and has scrolled as it does by itself
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".here");
  if (root.moment === data.moment) return;
  root.moment = data.moment;
  setTimeout(() => root.scrollIntoView({ block: "start", behavior: "smooth" }), SETTLED);
}
"""
_component = st.components.v2.component(
    "chat_here", html='<div class="here"></div>', css=".here { height: 0; scroll-margin-top: 6rem; }", js=JS
)


def scroll_here(moment: str) -> None:
    """Come into view when `moment` is another one than before."""
    _component(key="widget_chat_here", data={"moment": moment}, height=1)

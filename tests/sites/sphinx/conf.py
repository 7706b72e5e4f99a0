project = "Shop"
author = "The Shop"
html_theme = "furo"
html_theme_options = {"navigation_with_keys": True}
html_baseurl = "https://example.com/project/"
html_static_path = ["_static"]
html_css_files = ["ask.css"]
html_js_files = [("ask.js", {"type": "module"})]

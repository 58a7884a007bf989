/** Part of the room's script: the page for the doctor, and what it says to printers. */
import { pageStyles } from "../view/doctors-page.ts";

document.adoptedStyleSheets.push(pageStyles.styleSheet as CSSStyleSheet);

/**
 * The element for a page without a bundler: one script, served beside the shell.
 *
 *     <script src="https://chaperone.example.org/panel.js" defer></script>
 *     <chaperone-panel src="https://chaperone.example.org/" theme-accent="#00677f"></chaperone-panel>
 */
import { define } from "./element.ts";

define(document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : document.baseURI);

import "chaperone/panel";

const panel = document.querySelector("chaperone-panel");
const said = document.querySelector("#said");
panel.addEventListener("chaperone-ready", () => said.replaceChildren("The panel is ready."));
panel.addEventListener("chaperone-closed", () => said.replaceChildren("The panel was closed. Reload the page."));

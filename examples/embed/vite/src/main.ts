import type { ChaperonePanel } from "chaperone/panel";
import "chaperone/panel";

const panel: ChaperonePanel | null = document.querySelector("chaperone-panel");
const said = document.querySelector("#said");
panel?.addEventListener("chaperone-ready", () => said?.replaceChildren("The panel is ready."));
panel?.addEventListener("chaperone-closed", () => said?.replaceChildren("The panel was closed. Reload the page."));

/** What is wrong with the address of a model server as it is entered, before anything is made of it. */
import { say } from "../../words/connection.ts";

/** The one query that the review lets through: Azure's. */
const VERSION = /^(?:\?api-version=[\w-]+)?$/;

/** Returns what to change of `address` in a sentence; empty where nothing, or where the field says so itself. */
export function faultOf(address: string): string {
  if (address === "") return "";
  if (!/^https?:\/\//i.test(address)) return say("addressNeedsHttp");
  if (!URL.canParse(address)) return "";
  const { username, password, search, hash } = new URL(address);
  if (username !== "" || password !== "") return say("addressHoldsPassword");
  return VERSION.test(search) && hash === "" ? "" : say("addressHoldsMore");
}

/** Lets the field `#url` beside `view` say what is wrong with what is entered there, from now on. */
export function watchAddress(view: HTMLElement): void {
  const root = view.getRootNode();
  if (!(root instanceof ShadowRoot)) return;
  const look = (): void => {
    const field = root.querySelector<HTMLInputElement>("#url");
    field?.setCustomValidity(faultOf(field.value.trim()));
  };
  root.addEventListener("input", look);
  // An address that is put there for the person is no input of theirs.
  root.host.addEventListener("entered", look);
  look();
}

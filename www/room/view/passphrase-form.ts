/** The fields for passphrases: a new one twice, the present one, and whether they are shown while they are typed. */
import { html, nothing } from "lit";
import { MIN_PASSPHRASE } from "../keys/keys.ts";
import { say } from "../words/storage.ts";

/** How the fields for a new passphrase look, and what they lead to. */
interface NewPassphrase {
  readonly label: string;
  /** The id of the button. */
  readonly button: string;
  /** Whether the present passphrase is asked for, too. */
  readonly withCurrent: boolean;
  readonly reveal: boolean;
  readonly busy: boolean;
  readonly onReveal: (reveal: boolean) => void;
  readonly act: (form: Element) => void;
}

/** The fields for a new passphrase. */
export function newPassphrase({ label, button, withCurrent, reveal, busy, onReveal, act }: NewPassphrase) {
  const type = reveal ? "text" : "password";
  return html`<div class="form" @keydown=${entered(act)}>
    ${withCurrent ? presentPassphrase(reveal, busy) : nothing}
    <label>${say("newPassphrase")}<span class="soft small">${say("atLeastCharactersFour", { least: MIN_PASSPHRASE })}</span>
      <input name="fresh" type=${type} autocomplete="new-password" spellcheck="false" required minlength=${MIN_PASSPHRASE} ?disabled=${busy} /></label>
    <label>${say("theSameAgain")}<input name="again" type=${type} autocomplete="new-password" spellcheck="false" required ?disabled=${busy} /></label>
    <label class="check"><input type="checkbox" id="reveal" .checked=${reveal} @change=${({ target }: Event) => onReveal((target as HTMLInputElement).checked)} /> ${say("showWhatIType")}</label>
    <div class="row"><button class="main" id=${button} ?disabled=${busy} @click=${pressed(act)}>${label}</button></div>
  </div>`;
}

/** The field for the present passphrase. */
export function presentPassphrase(reveal: boolean, busy: boolean) {
  return html`<label>${say("presentPassphrase")}<input name="current" type=${reveal ? "text" : "password"} autocomplete="current-password" spellcheck="false" required ?disabled=${busy} /></label>`;
}

/** The sandbox of the room submits no forms, so keys and buttons do; each finds the fields around it. */
export function pressed(act: (form: Element) => void): (event: Event) => void {
  return ({ currentTarget }) => act((currentTarget as Element).closest(".form")!);
}

/** As {@link pressed}, for the Enter key in a field. */
export function entered(act: (form: Element) => void): (event: KeyboardEvent) => void {
  return ({ key, target, currentTarget }) => {
    if (key === "Enter" && target instanceof HTMLInputElement) act(currentTarget as Element);
  };
}

/** What stands in the fields of `form`. */
export function valuesOf(form: Element): { fresh?: string; again?: string; current?: string } {
  return Object.fromEntries(
    Array.from(form.querySelectorAll<HTMLInputElement>("input[name]"), ({ name, value }) => [name, value] as const),
  );
}

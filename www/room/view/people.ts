/** The names of people as the choices of a field, put in by and by: records of thousands of people would hold the page up. */
import { noChange } from "lit";
import { Directive, directive, type ElementPart } from "lit/directive.js";

/** How many are put in at a time. */
const AT_A_TIME = 200;

const fields = new WeakMap<HTMLSelectElement, People>();

/**
 * Puts names into a `<select>`, each with its number for a value, before the option without a value where it has one. What was chosen
 * stays chosen; at first it is the first of them.
 */
class People extends Directive {
  #names: readonly string[] = [];
  #options: HTMLOptionElement[] = [];
  /** One that was chosen before those ahead of it were there. */
  #ahead: HTMLOptionElement | undefined;

  override render(_names: readonly string[]): typeof noChange {
    return noChange;
  }

  override update({ element }: ElementPart, [names]: [readonly string[]]): typeof noChange {
    const select = element as HTMLSelectElement;
    const before = this.#names;
    if (names.length === before.length && names.every((name, at) => name === before[at])) return noChange;
    fields.set(select, this);
    const { value } = select;
    for (const option of [...this.#options, this.#ahead]) option?.remove();
    [this.#names, this.#options, this.#ahead] = [names, [], undefined];
    this.#fill(select, names);
    const stays = before.length > 0 && (!isNumber(value) || Number(value) < names.length);
    this.choose(select, stays ? value : "0");
    return noChange;
  }

  choose(select: HTMLSelectElement, value: string): void {
    if (select.value === value) return;
    this.#ahead?.remove();
    this.#ahead = undefined;
    if (isNumber(value) && Number(value) >= this.#options.length) {
      this.#ahead = new Option(this.#names[Number(value)], value);
      select.insertBefore(this.#ahead, lastOf(select));
    }
    select.value = value;
  }

  /** Puts in those that come next, all at once: a field looks through all that it has for each that is put in by itself. */
  #fill(select: HTMLSelectElement, names: readonly string[]): void {
    if (names !== this.#names) return;
    const from = this.#options.length;
    const next = names.slice(from, from + AT_A_TIME).map((name, at) => new Option(name, String(from + at)));
    const fragment = document.createDocumentFragment();
    fragment.append(...next);
    this.#options.push(...next);
    select.insertBefore(fragment, this.#ahead ?? lastOf(select));
    if (this.#ahead !== undefined && Number(this.#ahead.value) < this.#options.length) {
      const { value } = select;
      this.#ahead.remove();
      this.#ahead = undefined;
      select.value = value;
    }
    if (this.#options.length < names.length) setTimeout(() => this.#fill(select, names));
  }
}

const isNumber = (value: string): boolean => /^\d+$/.test(value);
const lastOf = (select: HTMLSelectElement): Element | null => select.querySelector('option[value=""]');

/** Puts `names` into the `<select>` that it stands in. */
export const people = directive(People);

/** Chooses `value` in a field of {@link people}, also where that name is not put in yet. */
export function choose(select: HTMLSelectElement, value: string): void {
  fields.get(select)?.choose(select, value);
}

/** Where things stand on the page: the head, the navigation, and the screens. */
import { css } from "lit";

/** The look of the whole. */
export const layout = css`
  :host { display: grid; grid-template-columns: minmax(0, 1fr); min-height: 100vh; align-content: start; padding-bottom: var(--bar); }
  chaperone-nav { position: fixed; z-index: 5; inset: auto 0 0 0; background: var(--sheet); border-top: 1px solid var(--line); min-height: var(--bar); }
  main { min-width: 0; width: 100%; max-width: 66rem; margin-inline: auto; padding: 1.25rem 1.25rem 3rem; display: grid; gap: 1.25rem; align-content: start; }
  main > *, .screen > * { min-width: 0; }
  .screen { display: grid; gap: 1.25rem; align-content: start; }
  /* What is still to come would push what is there: it is drawn at once. */
  .waits > :not(.heading) { visibility: hidden; }
  .starting { position: fixed; z-index: 4; inset: auto 0.75rem calc(var(--bar) + 0.75rem) auto; width: min(24rem, calc(100% - 1.5rem)); padding: 0.625rem 0.875rem; background: var(--sheet); border: 1px solid var(--line); border-radius: var(--radius-small); }
  .heading { display: grid; gap: 0.25rem; }
  .heading p { max-width: 46rem; }
  @media (max-width: 30rem) { main { padding-inline: 0.75rem; } }
  /* So low that a bar would hide what is read: it stands in the page. */
  @media (max-width: 59.99rem) and (max-height: 26rem) {
    :host { padding-bottom: 0; }
    chaperone-nav { position: static; border-top: 0; border-bottom: 1px solid var(--line); min-height: 0; }
  }
  /* What is printed is the page for the doctor, which stands among what is new. */
  @media print {
    :host { display: block !important; min-height: 0; padding: 0 !important; }
    .top, chaperone-nav, chaperone-source, main > :not(#screen-today), #screen-today > :not(chaperone-brief) { display: none !important; }
    main, .screen { display: block; max-width: none; padding: 0 !important; }
  }
  @media (min-width: 60rem) {
    :host { grid-template-columns: 13.5rem minmax(0, 1fr); grid-template-rows: auto 1fr; padding-bottom: 0; }
    .top { grid-column: 1 / -1; }
    .starting { inset-block-end: 1.25rem; }
    chaperone-nav { position: sticky; top: 0; align-self: start; border: 0; background: none; padding: 1.25rem 0 1.25rem 1rem; }
    /* It begins at the edge whether there is a navigation beside it or not, so that it stays when that comes. */
    chaperone-nav { grid-area: 2 / 1; }
    main { --aside: max(2rem, (100% - 79.5rem) / 2 + 2rem); grid-area: 2 / 1 / auto / -1; max-width: none; padding: 1.75rem var(--aside) 4rem calc(13.5rem + var(--aside)); }
    main.shut { padding-inline: max(2rem, (100% - 66rem) / 2 + 2rem); }
  }
`;

/** The person's calendar. */

/** Returns the calendar day of a moment, where the person is, as dates are written in files: `2019-03-02`. */
export function dayOf(moment: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** Returns `moment` in the calendar `years` earlier: of a 29th of February the 28th, in a year that has none. */
export function yearsBefore(moment: Date, years: number): Date {
  const before = new Date(moment);
  before.setFullYear(moment.getFullYear() - years);
  // A day that a month has not is one of the next month.
  if (before.getMonth() !== moment.getMonth()) before.setDate(0);
  return before;
}

/** Returns the person's calendar day, from which "last year" counts. */
export function today(): string {
  return dayOf(new Date());
}

// The calendar day of a moment, and that of some years before it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "./support/compile.mjs";

const { dayOf, today, yearsBefore } = await load("room/day.ts");

/** A moment of a day, by the calendar of whoever is here. */
const on = (year, month, date, ...time) => new Date(year, month - 1, date, ...time);
const before = (moment, years) => dayOf(yearsBefore(moment, years));

describe("a calendar day", () => {
  test("is written as dates are in files", () => {
    assert.equal(dayOf(on(2019, 3, 2)), "2019-03-02");
    assert.equal(dayOf(on(2020, 11, 30)), "2020-11-30");
  });

  test("is that of where the person is, from its first moment to its last", () => {
    assert.equal(dayOf(on(2019, 12, 31, 0, 0, 0, 0)), "2019-12-31");
    assert.equal(dayOf(on(2019, 12, 31, 23, 59, 59, 999)), "2019-12-31");
  });

  test("of now is today", () => {
    const before = dayOf(new Date());
    const found = today();
    assert.ok([before, dayOf(new Date())].includes(found), found);
  });

  test("of a 29th of February is the 29th", () => {
    assert.equal(dayOf(on(2024, 2, 29)), "2024-02-29");
    assert.equal(before(on(2024, 2, 29), 0), "2024-02-29");
  });
});

describe("years before", () => {
  test("have the same day", () => {
    assert.equal(before(on(2019, 3, 2), 1), "2018-03-02");
    assert.equal(before(on(2024, 12, 31, 23, 59), 5), "2019-12-31");
    assert.equal(before(on(2024, 2, 28), 1), "2023-02-28");
    assert.equal(before(on(2024, 3, 1), 1), "2023-03-01");
  });

  test("of a 29th of February have the 28th where they have no such day, and the 29th where they have", () => {
    assert.equal(before(on(2024, 2, 29), 1), "2023-02-28");
    assert.equal(before(on(2024, 2, 29, 23, 59), 5), "2019-02-28");
    assert.equal(before(on(2024, 2, 29), 4), "2020-02-29");
    assert.equal(before(on(2000, 2, 29), 100), "1900-02-28");
  });

  test("leave the moment itself as it is", () => {
    const moment = on(2024, 2, 29, 12);
    yearsBefore(moment, 1);
    assert.equal(moment.getTime(), on(2024, 2, 29, 12).getTime());
  });
});

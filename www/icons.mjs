// Draws the icon of the page: as SVG, and as PNG in the sizes in which systems want it. Nothing but arithmetic, so that it is the same everywhere.
import { deflateSync } from "node:zlib";

const BLUE = [0x0a, 0x5a, 0x9c];
const WHITE = [0xff, 0xff, 0xff];

/** The shield, in a square of 24: where it begins, then lines and curves, each by its points. */
const SHIELD = [
  [12, 3.5],
  [19, 6.1],
  [19, 11.3],
  [19, 15.6, 16.1, 18.9, 12, 20.5],
  [7.9, 18.9, 5, 15.6, 5, 11.3],
  [5, 6.1],
];
/** The arrow on it, as strokes. */
const ARROW = [
  [8.5, 12, 15, 12],
  [12.4, 9.2, 15.2, 12],
  [15.2, 12, 12.4, 14.8],
];
const STROKE = 1.9;
/** The rounding of the square. */
const ROUND = 5.2;
/** Points of a curve, and samples of a pixel in each direction. */
const STEPS = 24;
const SAMPLES = 4;

/** The icon as SVG. */
export function iconSvg() {
  const shield = SHIELD.map((points, at) => `${at === 0 ? "M" : points.length > 2 ? "C" : "L"}${points.join(" ")}`);
  const arrow = ARROW.map(([x, y, toX, toY]) => `M${x} ${y}L${toX} ${toY}`);
  const hex = ([r, g, b]) => `#${[r, g, b].map((each) => each.toString(16).padStart(2, "0")).join("")}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="${ROUND}" fill="${hex(BLUE)}"/>` +
    `<path d="${shield.join("")}Z" fill="${hex(WHITE)}"/>` +
    `<path d="${arrow.join("")}" fill="none" stroke="${hex(BLUE)}" stroke-width="${STROKE}" stroke-linecap="round"/></svg>\n`
  );
}

/** The outline of the shield as corners. */
function outline() {
  const corners = [];
  for (const points of SHIELD) {
    if (points.length === 2) {
      corners.push(points);
      continue;
    }
    const [x, y] = corners.at(-1);
    const [ax, ay, bx, by, toX, toY] = points;
    for (let step = 1; step <= STEPS; step += 1) {
      const t = step / STEPS;
      const at = (from, one, other, to) =>
        (1 - t) ** 3 * from + 3 * (1 - t) ** 2 * t * one + 3 * (1 - t) * t ** 2 * other + t ** 3 * to;
      corners.push([at(x, ax, bx, toX), at(y, ay, by, toY)]);
    }
  }
  return corners;
}

function within(corners, x, y) {
  let inside = false;
  for (let at = 0, before = corners.length - 1; at < corners.length; before = at, at += 1) {
    const [ax, ay] = corners[at];
    const [bx, by] = corners[before];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

function onStroke([ax, ay, bx, by], x, y) {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy) <= STROKE / 2;
}

function onSquare(x, y) {
  const dx = Math.max(ROUND - x, x - (24 - ROUND), 0);
  const dy = Math.max(ROUND - y, y - (24 - ROUND), 0);
  return Math.hypot(dx, dy) <= ROUND;
}

/** The icon as PNG, `size` pixels wide and high. A `maskable` one has no corners, as systems cut it themselves, and more around the shield. */
export function iconPng(size, { maskable = false } = {}) {
  const corners = outline();
  const scale = maskable ? 0.8 : 1;
  /** What is at a place of the picture; nothing outside the square. */
  const colour = (column, row) => {
    const [x, y] = [(column * 24) / size, (row * 24) / size];
    if (!maskable && !onSquare(x, y)) return undefined;
    const [sx, sy] = [12 + (x - 12) / scale, 12 + (y - 12) / scale];
    return within(corners, sx, sy) && !ARROW.some((stroke) => onStroke(stroke, sx, sy)) ? WHITE : BLUE;
  };
  const rows = [];
  for (let row = 0; row < size; row += 1) {
    const line = Buffer.alloc(1 + 4 * size);
    for (let column = 0; column < size; column += 1) {
      const sum = [0, 0, 0];
      let seen = 0;
      // A pixel whose corners are all alike is of one colour.
      const alike = [0, 1, 2, 3].map((corner) => colour(column + (corner & 1), row + (corner >> 1)));
      const samples = alike.every((each) => each === alike[0]) ? 1 : SAMPLES;
      for (let sample = 0; sample < samples ** 2; sample += 1) {
        const found = colour(
          column + ((sample % samples) + 0.5) / samples,
          row + (Math.floor(sample / samples) + 0.5) / samples,
        );
        if (found === undefined) continue;
        found.forEach((value, channel) => (sum[channel] += value));
        seen += 1;
      }
      const at = 1 + 4 * column;
      for (let channel = 0; channel < 3; channel += 1)
        line[at + channel] = Math.round(sum[channel] / Math.max(1, seen));
      line[at + 3] = Math.round((255 * seen) / samples ** 2);
    }
    rows.push(line);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits for each of red, green, blue and opacity.
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const whole = Buffer.alloc(12 + data.length);
  whole.writeUInt32BE(data.length, 0);
  whole.write(type, 4, "latin1");
  data.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
  return whole;
}

/** The check sum of PNG (ISO 3309). */
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

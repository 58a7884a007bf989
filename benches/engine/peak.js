// What the tab can do at most: sums of `i32x4.dot_i16x8_s` in twelve registers, nothing else. The module is put together here,
// byte by byte, so that no compiler can leave anything out of it.

const SUMS = 12;
const LOOPS = 2_000_000;
/** Multiplications and additions of one instruction and the sum behind it. */
const OPERATIONS = 16;

const leb = (number) => (number < 128 ? [number] : [(number & 127) | 128, ...leb(number >>> 7)]);
const section = (id, bytes) => [id, ...leb(bytes.length), ...bytes];
const simd = (code) => [0xfd, ...leb(code)];
const get = (local) => [0x20, local];
const set = (local) => [0x21, local];

/** Returns a module whose function `run` takes a number of loops and a vector's 32 bits, and returns a lane of the sums. */
function peakModule() {
  const [loops, x, first] = [0, 2, 3];
  const body = [
    ...get(1), ...simd(17), ...set(x), // i32x4.splat
    ...Array.from({ length: SUMS }, (_, at) => [0x41, ...leb(at + 1), ...simd(17), ...set(first + at)]).flat(),
    0x03, 0x40, // loop
    ...Array.from({ length: SUMS }, (_, at) => {
      const sum = first + at;
      return [...get(sum), ...get(sum), ...get(x), ...simd(186), ...simd(174), ...set(sum)]; // dot, i32x4.add
    }).flat(),
    ...get(loops), 0x41, 1, 0x6b, 0x22, loops, 0x0d, 0, 0x0b, // i32.sub, local.tee, br_if, end
    ...get(first),
    ...Array.from({ length: SUMS - 1 }, (_, at) => [...get(first + at + 1), ...simd(174)]).flat(),
    ...simd(27), 0, // i32x4.extract_lane 0
    0x0b,
  ];
  const code = [1, ...leb(SUMS + 1), 0x7b, ...body];
  return new Uint8Array([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, [1, 0x60, 2, 0x7f, 0x7f, 1, 0x7f]),
    ...section(3, [1, 0]),
    ...section(7, [1, 3, 0x72, 0x75, 0x6e, 0, 0]),
    ...section(10, [1, ...leb(code.length), ...code]),
  ]);
}

/** Resolves to the most operations a second, in 10⁹. */
export async function peak() {
  const { instance } = await WebAssembly.instantiate(peakModule());
  let best = Infinity;
  for (let round = 0; round < 6; round += 1) {
    const start = performance.now();
    instance.exports.run(LOOPS, 0x00030005 + round);
    best = Math.min(best, performance.now() - start);
  }
  return (LOOPS * SUMS * OPERATIONS) / best / 1e6;
}

// A server of packs of libraries, beside the page: it answers single ranges.

/** Answers `request` with the range of `bytes` that it asks for, moved by `shifted` bytes. */
export function ranged(request, response, bytes, shifted = 0) {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
  const start = Number(from) + shifted;
  const end = Math.min(Number(to) + 1 + shifted, bytes.length);
  response.writeHead(206, { "content-range": `bytes ${start}-${end - 1}/${bytes.length}` });
  response.end(bytes.subarray(start, end));
}

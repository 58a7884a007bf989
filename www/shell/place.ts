/** Where a server stands, as far as its address says. */

/** `this-device` is the loopback address; `local-network` a private address, or a name that only such a network knows. */
export type Place = "this-device" | "local-network" | "elsewhere";

const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** RFC 1918, 3927 and 6598; RFC 4193 and 4291 of IPv6. */
const PRIVATE =
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)[\d.]+$|^\[(?:f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/;

/** Returns where the server of `url` stands. A name may lead anywhere: one with a dot is taken to be of the internet. */
export function placeOf({ hostname }: URL): Place {
  if (LOOPBACK.test(hostname)) return "this-device";
  const isName = !/^[\d.]+$|^\[/.test(hostname);
  if (
    PRIVATE.test(hostname) ||
    (isName && (/\.(?:local|lan|internal|home\.arpa)$/.test(hostname) || !hostname.includes(".")))
  )
    return "local-network";
  return "elsewhere";
}

/** Whether what goes to `url` can be read on its way: it is not encrypted, and leaves this device. */
export function isReadable(url: URL): boolean {
  return url.protocol === "http:" && placeOf(url) !== "this-device";
}

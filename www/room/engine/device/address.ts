/**
 * The address of the model that a person chose on this device. A request to it has one as any other has, so that the review, a host's policy, the
 * person and the ledger see whom it is for; it never leaves the room. Names that end in `.invalid` lead nowhere (RFC 2606).
 */
export const ON_THIS_DEVICE = "https://this-device.invalid";

/** Whether `url` is that of the model on this device. */
export function isOnThisDevice(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === ON_THIS_DEVICE;
}

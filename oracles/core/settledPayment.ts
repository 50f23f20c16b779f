/** Returns the id of the payment that a control action settles, by what it was asked to do; undefined for any other action. */
export function settledPayment(what: string): string | undefined {
  const [, id] = /^payments\/([^/]+)\/settle$/.exec(what) ?? [];
  return id === undefined ? undefined : decodeURIComponent(id);
}

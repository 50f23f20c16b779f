/** Returns all items in their order, from the `nth` on and then from the first; the count goes on beyond the last. */
export function startingAt<Item>(items: readonly Item[], nth: number): Item[] {
  const from = nth % Math.max(1, items.length);
  return [...items.slice(from), ...items.slice(0, from)];
}

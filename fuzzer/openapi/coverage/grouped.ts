/** Groups what is made of some items: `made` returns a name and a value for each item. The groups are in the order of their first items. */
export function grouped<Item, T>(
  items: readonly Item[],
  made: (item: Item) => [name: string, value: T],
): Record<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [name, value] of items.map(made)) {
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    group.push(value);
  }
  return Object.fromEntries(groups);
}

import { verdictIn } from '../tests/support/product/assayCommand.ts';

/** Returns what the verdict in the folder of a run complains of: each requirement that failed, or that only warns and warned. Throws if there is no verdict. */
export const complaintsIn = (out: string): string[] =>
  verdictIn(out).requirements.flatMap(({ id, outcome }) =>
    outcome === 'fail' ? [id] : outcome === 'warn' ? [`${id} (warned)`] : [],
  );

/** The runs at once: a run waits half of its time. */
const lanes = 2;

/** Does something for each item, two at once, in their order; returns the results as they come. */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const waiting = items.entries();
  const all: Result[] = [];
  const lane = async () => {
    for (const [, item] of waiting) all.push(await run(item));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return all;
}

import { numberFor } from '../../traffic/journal/ownIds.ts';
import type { Paths } from '../../traffic/target/file/targetFile.ts';
import { read } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';
import type { Advance } from '../worker/controlActions.ts';
import { orderAnew } from './orderAnew.ts';
import { foundBefore, hasOwnRecords, readBack, readOwn, readsBack } from './ownRecords.ts';
import { readLimitsOf } from './readLimits.ts';
import { mostReadsOfAccount, mostSingles, readAccount, readSingles } from './readsOfAccount.ts';
import { hasRecalls, mostRecalls, oneOf, type RecallParts, recall, recallEachWay, refuseAgain } from './recalls.ts';
import { readByFilter } from './searchReads.ts';

/** The pauses in which nobody asks for anything, ms, if the clock can be moved: what a target forgets, refreshes or closes meanwhile shows in the reads after it. */
const pausesMs = [150_000, 600_000, 1_800_000, 5_400_000];

/** After those come pauses of some hours, whose lengths the seed draws between these, ms: an hour and a half, six hours, and twenty. */
const hoursMs = [5_400_000, 21_600_000, 72_000_000];

/** The number of pauses before the first day or so is over. */
export const pausesOfDay = pausesMs.length + hoursMs.length - 1;

/** Returns the lengths of these pauses, ms. */
const pausesFor = (seed: number): number[] => [
  ...pausesMs,
  ...hoursMs.slice(1).map((most, nth) => {
    const least = hoursMs[nth] ?? most;
    return Math.round(least * (most / least) ** (numberFor(`${seed} hours ${nth}`, 1_000) / 1_000));
  }),
];

/** The most reads after one pause that look at no own record. */
export const mostReadsAfterPause = mostRecalls + mostReadsOfAccount + mostSingles + 1;

/** Lets time pass on the target's clock several times, and reads a little of everything after each pause. */
export async function readAfterPauses(
  api: Api,
  { record, recalls, paths, advance }: RecallParts & { paths: Paths; advance: Advance },
): Promise<void> {
  const own = foundBefore(record);
  const { ofEach } = readLimitsOf(record);
  for (const [nth, ms] of pausesFor(record.runs[0]?.seed ?? 0).entries()) {
    if (!(await advance(ms))) return;
    const [from, to] = [nth * ofEach, (nth + 1) * ofEach];
    await recall(api, { record, recalls, nth });
    if (!hasOwnRecords(record)) continue;
    // First of the others comes a search by a filter, which a careless target answers from what it has kept.
    await readByFilter(api, { record, nth });
    await readAccount(api);
    await readSingles(api, record, { text: `after pause ${nth}`, projects: record.target?.projects });
    for (const { id } of own.slice(from, to)) await api.send(read.payment(id), { purpose: 'sweep' });
    await readBack(api, { record, paths }, [from, to]);
  }
}

/** Returns the length of a drawn pause, ms: from a minute to a day and more, and each magnitude is as likely as another. */
const drawnPauseMs = (text: string): number => Math.round(60_000 * 2 ** (numberFor(text, 1_100) / 100));

/** So many own records are read after each drawn pause. */
export const ownAfterDrawnPause = 2;

/**
 * Lets drawn times pass on the target's clock. After each it reads an own record of each kind, and sends reads of tests again, and after some a refused write, or makes a new order; in the end a
 * read signed in each wrong way. `from` is the number of times that reads were sent again before.
 */
export async function readAfterDrawnPauses(
  api: Api,
  { record, recalls, paths, advance, from }: RecallParts & { paths: Paths; advance: Advance; from: number },
): Promise<void> {
  const seed = record.runs[0]?.seed ?? 0;
  const { drawnPauses, lateRefusals, lateOrders } = readLimitsOf(record);
  // How many of the pauses before this one were chosen, if so many of all are, at equal distances.
  const turnAt = (most: number, at: number) => Math.floor((at * most) / drawnPauses);
  const isOneOf = (most: number, at: number) => turnAt(most, at + 1) > turnAt(most, at);
  if (!hasRecalls({ record, recalls })) return;
  const [back, own] = [readsBack(record, paths), foundBefore(record)];
  const firstKind = numberFor(`${seed} kinds of orders`, 2);
  for (let nth = from; nth < from + drawnPauses; nth += 1) {
    const name = `${seed} pause ${nth}`;
    if (!(await advance(drawnPauseMs(name)))) return;
    const [one, payment] = [oneOf(name, back), oneOf(`${name} payment`, own)];
    if (one) await readOwn(api, one);
    if (payment) await api.send(read.payment(payment.id), { purpose: 'sweep' });
    await recall(api, { record, recalls, nth });
    if (isOneOf(lateRefusals, nth - from)) await refuseAgain(api, { record, recalls }, name);
    const at = nth - from + 1;
    if (isOneOf(lateOrders, at)) await orderAnew(api, record, { text: name, nth: firstKind + turnAt(lateOrders, at) });
  }
  await recallEachWay(api, { record, recalls });
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exchangesIn } from '../../../traffic/journal/journal.ts';
import { runFilesOf } from '../../../traffic/journal/run.ts';
import { sumOfSpent } from '../../engine/budget/remainingBudget.ts';
import { noSpent, requestCountOf, type Spent } from '../../engine/budget/requestMeter.ts';

/** The folder of a batch within that of its campaign, by its place among all. */
export const batchName = (place: number): string => `b${place}`;

/** What was sent in a batch, by its journal. */
const spentIn = (journal: string): Spent =>
  requestCountOf([...exchangesIn(journal).values()].map(({ request }) => request.method));

/** What a campaign that was broken off had sent in its batches after so many, which nobody has judged. */
export function unjudgedRequests(out: string, batches: number): Spent {
  const { journal } = runFilesOf(join(out, batchName(batches + 1)));
  return existsSync(journal) ? sumOfSpent(spentIn(journal), unjudgedRequests(out, batches + 1)) : noSpent;
}

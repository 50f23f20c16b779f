import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exchangesIn } from '../../../traffic/journal/journal.ts';
import { runFilesOf } from '../../../traffic/journal/run.ts';
import { sumOfSpent } from '../../engine/budget/remainingBudget.ts';
import { noSpent, requestCountOf, type Spent } from '../../engine/budget/requestMeter.ts';

/** Returns the name of a batch's folder, by the number of the batch. The folder is inside the folder of the campaign. */
export const batchName = (place: number): string => `b${place}`;

/** Counts what was sent in a batch, from its journal. */
const spentIn = (journal: string): Spent =>
  requestCountOf([...exchangesIn(journal).values()].map(({ request }) => request.method));

/** Counts the requests that an interrupted campaign sent in batches that nobody has judged. These are all batches after the first `batches`. */
export function unjudgedRequests(out: string, batches: number): Spent {
  const { journal } = runFilesOf(join(out, batchName(batches + 1)));
  return existsSync(journal) ? sumOfSpent(spentIn(journal), unjudgedRequests(out, batches + 1)) : noSpent;
}

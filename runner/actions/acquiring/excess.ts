import type { ReadBack } from '../../../traffic/journal/journalTypes.ts';
import type { Worker } from '../../worker/worker.ts';
import { drawnNumber } from '../inputs/turns.ts';
import type { Excess } from './transfers.ts';

/** A fortnight, ms, and how many turns after another the next record of a kind is overpaid. */
const [fortnightMs, turnsOfKind] = [14 * 86_400_000, 4];

/**
 * Returns how much more than its price a record is paid. The overpaid records of a full run differ in it, so that a fortnight of nights tries each; the next
 * fortnight tries each on another record.
 */
export function excessOf(worker: Worker, kind: ReadBack, turn: number | undefined): Excess {
  const place = turn === undefined ? 0 : 1 + Math.floor(turn / turnsOfKind);
  const fortnight = Math.floor(Date.parse(worker.run.selection.day) / fortnightMs);
  return { nth: 2 * place + (kind === 'request' ? 1 : 0) + fortnight, drawn: drawnNumber(worker, 'an overpayment') };
}

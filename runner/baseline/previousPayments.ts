import { existsSync } from 'node:fs';
import { isFinalStatus } from '../../oracles/payments/lifecycle.ts';
import { amountText } from '../../oracles/payments/rereadPayments.ts';
import { listOf } from '../../schemas/json/guards.ts';
import type { PreviousPayment } from '../../traffic/journal/journalTypes.ts';
import { isPreviousPayment } from '../../traffic/journal/lineValidators.ts';
import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { replaceFile } from '../../traffic/system/atomicWrite.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { storedJson } from '../../traffic/system/storedJson.ts';

/** How many payments of earlier runs are read again, and how many of them are also searched for. */
export const maxPreviousPayments = { reads: 30, searches: 10 };

/** At most this many payments are stored; the oldest are dropped. */
const mostStored = 300;

/** At most this many payments of one run are stored, so that payments of earlier runs remain. */
const mostOfARun = 40;

const arePast = listOf(isPreviousPayment);

/**
 * Reads the payments of earlier runs from a file; the payment that was not reread for the longest time comes first. Throws ConfigurationError for a file that
 * no run has written.
 */
export function readPreviousPayments(file: string): PreviousPayment[] {
  if (!existsSync(file)) return [];
  const value = storedJson(file);
  if (arePast(value)) return value as unknown as PreviousPayment[];
  const hint = 'Remove the file: the next run creates it again.';
  throw new ConfigurationError(file, [
    { where: '/', wanted: 'payments of earlier runs', seen: 'something else', hint },
  ]);
}

/** Returns the run's own payments with a final status, as last read. */
export function settledIn(record: RunRecord): PreviousPayment[] {
  const keys = new Set(record.creations.map(({ clientOrderId }) => clientOrderId));
  const run = record.runs[0]?.run ?? '';
  const found = record.payments.flatMap(({ value, source }) => {
    const [id, clientOrderId, status, amount] = [
      textField(value, 'id'),
      textField(value, 'clientOrderId'),
      textField(value, 'status'),
      amountText(value),
    ];
    if (source !== 'get' || !id || !clientOrderId || !status || !keys.has(clientOrderId)) return [];
    return amount === undefined ? [] : [{ id, clientOrderId, status, amount, run }];
  });
  const last = [...new Map(found.map((one) => [one.id, one])).values()];
  return last.filter(({ status }) => isFinalStatus(status)).slice(-mostOfARun);
}

/** Stores the payments of a run for the next one. Payments that this run did not read again come first, its own payments last. */
export function writePreviousPayments(
  file: string,
  {
    before,
    reread,
    own,
  }: { before: readonly PreviousPayment[]; reread: ReadonlySet<string>; own: readonly PreviousPayment[] },
): void {
  const waiting = before.filter(({ id }) => !reread.has(id));
  const again = before.filter(({ id }) => reread.has(id));
  const stored = [...waiting, ...again, ...own].slice(-mostStored);
  if (stored.length === 0) return;
  replaceFile(file, `${JSON.stringify(stored, null, 1)}\n`);
}

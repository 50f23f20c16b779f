import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isFinal } from './oracles/lifecycle.ts';
import { decimalText } from './oracles/past.ts';
import { type RunRecord, textField } from './record.ts';

/** So many payments of earlier runs are read again, and so many of them are looked for by search. */
export const mostPast = { reads: 30, searches: 10 };

/** A payment of an earlier run as that run last read it. */
export interface PastPayment {
  id: string;
  clientOrderId: string;
  status: string;
  /** As a decimal. */
  amount: string;
  run: string;
}

/** So many are kept; the oldest are dropped. */
const mostKept = 300;

/** Of one run no more than this, so that some of earlier runs stay. */
const mostOfARun = 40;

const isPast = (value: unknown): value is PastPayment =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'clientOrderId', 'status', 'amount', 'run'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  );

/** The payments of earlier runs, those that were read again longest ago first. A file that cannot be read holds none: they are no more than further evidence. */
export function readPast(file: string): PastPayment[] {
  if (!existsSync(file)) return [];
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(value) ? value.filter(isPast) : [];
  } catch {
    return [];
  }
}

/** The own payments of a run that have come to their end, as they were last read. */
export function settledIn(record: RunRecord): PastPayment[] {
  const keys = new Set(record.creations.map(({ clientOrderId }) => clientOrderId));
  const run = record.runs[0]?.run ?? '';
  const found = record.payments.flatMap(({ value, source }) => {
    const [id, clientOrderId, status, amount] = [
      textField(value, 'id'),
      textField(value, 'clientOrderId'),
      textField(value, 'status'),
      decimalText(value),
    ];
    if (source !== 'get' || !id || !clientOrderId || !status || !keys.has(clientOrderId)) return [];
    return amount === undefined ? [] : [{ id, clientOrderId, status, amount, run }];
  });
  const last = [...new Map(found.map((one) => [one.id, one])).values()];
  return last.filter(({ status }) => isFinal(status)).slice(-mostOfARun);
}

/** Keeps the payments of a run for the next one, after those that it has not read again; those that it has come last. */
export function writePast(
  file: string,
  { before, reread, own }: { before: readonly PastPayment[]; reread: ReadonlySet<string>; own: readonly PastPayment[] },
): void {
  const waiting = before.filter(({ id }) => !reread.has(id));
  const again = before.filter(({ id }) => reread.has(id));
  const kept = [...waiting, ...again, ...own].slice(-mostKept);
  if (kept.length === 0) return;
  const beside = `${file}.${process.pid}.new`;
  writeFileSync(beside, `${JSON.stringify(kept, null, 1)}\n`);
  renameSync(beside, file);
}

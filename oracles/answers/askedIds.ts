import type { Exchange } from '../../traffic/journal/exchange.ts';
import { grouped, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { memoizedByRecord } from '../core/memoize.ts';
import { acquiringRecordsIn } from './acquiringRecords.ts';

/** A read by an id that an answer has shown before, and the id that the read shows. */
interface AskedRead {
  exchange: Exchange;
  asked: string;
  shown: string;
}

const prefixOf = (id: string) => id.split('-')[0];

/** True if a read shows another record of the kind. The letter case of ids is not shown. */
const isAnother = ({ asked, shown }: AskedRead) =>
  prefixOf(asked) === prefixOf(shown) && asked.toLowerCase() !== shown.toLowerCase();

const anotherShown = ({ exchange, asked, shown }: AskedRead): Fault => ({
  code: 'differs',
  what: `the id in the answer to ${exchange.request}`,
  wanted: asked,
  seen: shown,
  exchanges: [exchange.id],
});

/** Returns the id that a read of a payment asks for. */
export const askedIn = ({ line }: Exchange): string => line.request.path.split('?')[0]?.split('/').at(-1) ?? '';

/** Each read of a payment by an id that some answer has shown shows the payment with that id (PAY-11). PAY-12 judges ids that none has shown. */
export function paymentsAsAsked(record: RunRecord): Fault[] {
  const known = new Set(record.payments.map(({ value }) => textField(value, 'id')));
  const reads = record.payments.flatMap(({ exchange, source, value }): AskedRead[] => {
    const [asked, shown] = [askedIn(exchange), textField(value, 'id')];
    return source === 'get' && asked && shown && known.has(asked) ? [{ exchange, asked, shown }] : [];
  });
  return reads.filter(isAnother).map(anotherShown);
}

const acquiringFaults = memoizedByRecord((record): Map<string, Fault[]> => {
  const own = acquiringRecordsIn(record);
  const reads = record.exchanges.flatMap((exchange): (AskedRead & { kind: string })[] => {
    const { readBack, request } = exchange.line;
    const shown = textField(exchange.json, 'id');
    if (readBack === undefined || exchange.class !== 'accepted' || request.account !== undefined || !shown) return [];
    const asked = own.filter(({ kind, id }) => kind === readBack && request.path.includes(id));
    // A path with two such ids does not tell which one it asks for.
    return asked.length === 1 ? asked.map(({ id, kind }) => ({ exchange, asked: id, shown, kind })) : [];
  });
  const wrong = grouped(reads.filter(isAnother), ({ kind }) => kind);
  return new Map([...wrong].map(([kind, all]) => [kind, all.map(anotherShown)]));
});

/** Each read of one of the run's checkouts or requests shows the record with the id that it asks for (CHK-01, REQ-10). */
export const recordsAsAsked = (record: RunRecord, kind: 'checkout' | 'request'): Fault[] =>
  acquiringFaults(record).get(kind) ?? [];

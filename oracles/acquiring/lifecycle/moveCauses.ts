import type { RunRecord, Sighting } from '../../../traffic/journal/runRecord.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { type AcquiringSighting, checkoutsIn, requestsIn } from '../../answers/acquiringRecords.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { linkedRequestId } from './statusHistory.ts';

/** The scenario of a creation, without the turn in which it was played; undefined if the suite left the record alone. */
const scenarioOf = ({ exchange }: AcquiringSighting) =>
  /^(?:checkout|request) (.+?)(?:, turn \d+)?$/.exec(exchange.line.control ?? '')?.[1];

const scenarios = memoizedByRecord((record): ReadonlyMap<string, string> => {
  const created = [...checkoutsIn(record), ...requestsIn(record)].filter(({ source }) => source === 'create');
  return new Map(
    created.flatMap((one) => {
      const [id, scenario] = [textField(one.value, 'id') ?? '', scenarioOf(one)];
      const ids = [id, linkedRequestId(record, id)].filter((each) => each !== undefined);
      return scenario === undefined ? [] : ids.map((each) => [each, scenario] as const);
    }),
  );
});

/** What the suite did to a checkout or a request, in words: its scenario, e.g. `paid exactly`. Two records with the same cause can be compared. */
export const acquiringCause = (record: RunRecord, id: string): string => scenarios(record).get(id) ?? 'left alone';

/** What a payment is and what the suite last asked of it before a read, in words, e.g. `PAYOUT CRYPTOCOIN asked FROZEN`. */
export function paymentCause(record: RunRecord, { value, exchange }: Sighting): string {
  const settle = `payments/${encodeURIComponent(textField(value, 'id') ?? '')}/settle`;
  const asked = record.controlActions.findLast(
    ({ what, ok, askedNs, atNs }) => what === settle && ok && BigInt(askedNs ?? atNs) < exchange.receivedNs,
  );
  const { status } = (asked?.args ?? {}) as { status?: string };
  const kind = ['orderType', 'method'].flatMap((name) => textField(value, name) ?? []);
  return [...kind, status === undefined ? 'left alone' : `asked ${status}`].join(' ');
}

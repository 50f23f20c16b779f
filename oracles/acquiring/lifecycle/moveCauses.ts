import { uriEncoded } from '../../../schemas/json/uriEncoding.ts';
import { type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { type AcquiringSighting, checkoutsIn, requestsIn } from '../../answers/acquiringRecords.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { isPaidByRun } from './paidAddresses.ts';
import { linkedRequestId, type StatusHistory } from './statusHistory.ts';

/** The scenario of a creation, without its turn and project; undefined if it was made for none. */
const scenarioOf = ({ exchange }: AcquiringSighting) =>
  /^(?:checkout|request) (.+?)(?:, (?:turn|of) .+)?$/.exec(exchange.line.control ?? '')?.[1];

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

/**
 * What the suite did to a checkout or a request, in words: its scenario, e.g. `paid exactly`, or `left alone`. Only records with the same cause are compared;
 * undefined for what was paid outside of a scenario, in one way or another.
 */
export function acquiringCause(
  record: RunRecord,
  { id, sightings }: Pick<StatusHistory, 'id' | 'sightings'>,
): string | undefined {
  const scenario = scenarios(record).get(id);
  return scenario ?? (sightings.some((one) => isPaidByRun(record, one)) ? undefined : 'left alone');
}

/** The mock card of each pay-out to one, by the id of its order: the card decides how the pay-out ends (§ Sandbox, mock pay-out cards). */
const mockCards = memoizedByRecord((record): ReadonlyMap<string, string> => {
  const orders = record.of('POST /v1/user/payments/payout').filter(({ class: kind }) => kind === 'accepted');
  return new Map(
    orders.flatMap(({ text, line }) => {
      const card = /<card (failed|success)>/.exec(line.request.body?.text ?? '')?.[1];
      return card === undefined ? [] : [[text.trim(), card] as const];
    }),
  );
});

/** What a payment is and what the suite last asked of it before a read, in words, e.g. `PAYOUT CRYPTOCOIN asked FROZEN` or `PAYOUT CC_VISAMC to the card failed left alone`. */
export function paymentCause(record: RunRecord, { value, exchange }: Sighting): string {
  const settle = `payments/${uriEncoded(textField(value, 'id') ?? '')}/settle`;
  const asked = record.controlActions.findLast(
    ({ what, ok, askedNs, atNs }) => what === settle && ok && BigInt(askedNs ?? atNs) < exchange.receivedNs,
  );
  const { status } = (asked?.args ?? {}) as { status?: string };
  const kind = ['orderType', 'method'].flatMap((name) => textField(value, name) ?? []);
  const card = mockCards(record).get(textField(value, 'orderId') ?? '');
  const to = card === undefined ? [] : [`to the card ${card}`];
  return [...kind, ...to, status === undefined ? 'left alone' : `asked ${status}`].join(' ');
}

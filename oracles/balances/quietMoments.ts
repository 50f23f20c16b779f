import type { Exchange } from '../../traffic/journal/exchange.ts';
import { grouped, type PaymentSighting, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { mayMoveMoney } from '../answers/searchPage.ts';
import { memoizedByRecord } from '../core/memoize.ts';
import { settledPayment } from '../core/settledPayment.ts';

/** A control action of the final reads that may move money, or several transfers at once, alone between two reads of the balances. */
export interface QuietMoment {
  /** The payment that it settled; undefined for a transfer. */
  settled?: string;
  args: Readonly<Record<string, unknown>>;
  /** Those of further transfers at the same time. */
  beside: readonly QuietMoment['args'][];
  before: Exchange;
  after: Exchange;
}

const balances = 'GET /v1/user/wallet/balances';

/** The control action by which something is paid to an address. */
const transfer = 'chain/transfers';

/** Returns the moments of the final reads: control actions that move money, no order and no other control action but moves of the clock. */
const momentsIn = memoizedByRecord((record: RunRecord): QuietMoment[] => {
  const reads = record.of(balances).filter(({ class: kind, line }) => kind === 'accepted' && line.purpose === 'sweep');
  const actions = record.controlActions.filter(({ what }) => what !== 'clock');
  const orders = record.exchanges.filter(({ line }) => line.request.method !== 'GET');
  return reads.slice(1).flatMap((after, nth): QuietMoment[] => {
    const before = reads[nth];
    if (!before || before.clock !== after.clock) return [];
    const isWithin = (from: bigint, to: bigint) => to > before.sentNs && from < after.receivedNs;
    const [action, ...more] = actions.filter(({ askedNs, atNs }) => isWithin(BigInt(askedNs ?? atNs), BigInt(atNs)));
    const isLoud =
      more.some(({ what, ok }) => what !== transfer || !ok) || (more.length > 0 && action?.what !== transfer);
    const isBusy = isLoud || orders.some((one) => isWithin(one.sentNs, one.receivedNs));
    if (!action?.ok || action.requirement !== 'sweep' || isBusy) return [];
    const settled = settledPayment(action.what);
    if (settled === undefined && action.what !== transfer) return [];
    const [args, ...beside] = [action, ...more].map((one) => one.args as QuietMoment['args']);
    return [{ ...(settled !== undefined && { settled }), args: args ?? {}, beside, before, after }];
  });
});

/** Returns the moments in which there was one control action alone. */
export const quietMomentsIn = memoizedByRecord((record: RunRecord): QuietMoment[] =>
  momentsIn(record).filter(({ beside }) => beside.length === 0),
);

/** Returns the moments in which several transfers were made at once. */
export const momentsAtOnce = (record: RunRecord): QuietMoment[] =>
  momentsIn(record).filter(({ beside }) => beside.length > 0);

const idOf = ({ value }: PaymentSighting) => textField(value, 'id') ?? '';
const statusOf = ({ value }: PaymentSighting) => textField(value, 'status');

/** The payments of a record, by their ids, and the payments that the final reads settled. */
const known = memoizedByRecord((record: RunRecord) => ({
  payments: grouped(record.payments, idOf),
  settled: new Set(quietMomentsIn(record).flatMap(({ settled }) => settled ?? [])),
}));

/** The times in the Date headers of the two reads, ms; undefined without them. */
function timesOf({ before, after }: QuietMoment): readonly [number, number] | undefined {
  const [from, to] = [before, after].map((one) => Date.parse(one.header('date') ?? ''));
  return from === undefined || to === undefined || Number.isNaN(from + to) ? undefined : [from, to];
}

/** A Date header has whole seconds, ms. */
const secondMs = 1_000;

/**
 * True if nothing else can have moved money in a moment: no other payment was created in it, and none that it did not settle changed its status between the last
 * look before it and the first one after it.
 */
export function isUndisturbed(record: RunRecord, moment: QuietMoment, own: ReadonlySet<string>): boolean {
  const times = timesOf(moment);
  if (!times) return false;
  const { payments, settled } = known(record);
  return [...payments].every(([id, sightings]) => {
    if (own.has(id) || settled.has(id) || !sightings.some(({ value }) => mayMoveMoney(value))) return true;
    const createdMs = Date.parse(textField(sightings[0]?.value, 'createdAt') ?? '');
    if (createdMs >= times[0] - secondMs && createdMs <= times[1] + secondMs) return false;
    const last = sightings.findLast(({ exchange }) => exchange.receivedNs <= moment.before.sentNs);
    const next = sightings.find(({ exchange }) => exchange.sentNs >= moment.after.receivedNs);
    return !last || !next || statusOf(last) === statusOf(next);
  });
}

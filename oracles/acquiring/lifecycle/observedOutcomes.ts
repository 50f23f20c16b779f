import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { type AcquiringSighting, checkoutsIn } from '../../answers/acquiringRecords.ts';
import { outcomeOf } from '../../core/history.ts';
import { hasEnded, linkedRequestId, statusHistoriesOf, statusHistoryOf } from './statusHistory.ts';

/** What a checkout that met a certain fate ended as, or the request of it. */
export interface ObservedOutcome {
  /** Under what it is pinned. */
  key: string;
  end: string;
  exchanges: readonly string[];
}

/** Fates of a checkout of which interface.md does not show what they end in. */
const openFates = ['paid in another currency', 'paid late', 'paid below the minimum'];

/** A payment that somebody made on the chain: where to, and when the door had answered, ns. */
interface Paid {
  address: string;
  atNs: bigint;
}

const paymentsIn = ({ controlActions }: RunRecord): Paid[] =>
  controlActions.flatMap(({ what, args, ok, atNs }) => {
    const { address } = args as { address?: string };
    return what === 'chain/transfers' && ok && address !== undefined ? [{ address, atNs: BigInt(atNs) }] : [];
  });

/** The last payment to the request of a checkout. */
function paidTo(record: RunRecord, checkout: string): Paid | undefined {
  const shown = statusHistoriesOf(record, checkout).flatMap(({ sightings }) => sightings);
  const addresses = new Set(shown.map(({ value }) => textField(field(value, 'request'), 'address')));
  return paymentsIn(record).findLast(({ address }) => addresses.has(address));
}

/** What a fate ended in, once all is read: what has not ended by then tells nothing. */
function endOf(last: AcquiringSighting | undefined, kind: 'checkout' | 'request', paid: Paid): string | undefined {
  if (!last || last.exchange.sentNs < paid.atNs || !hasEnded(kind, last)) return undefined;
  return outcomeOf(last);
}

function endingsOf(record: RunRecord, created: AcquiringSighting, fate: string): ObservedOutcome[] {
  const id = textField(created.value, 'id') ?? '';
  const paid = paidTo(record, id);
  if (!paid) return [];
  const request = linkedRequestId(record, id);
  const both = [
    { kind: 'checkout' as const, id, key: `checkout ${fate}` },
    { kind: 'request' as const, id: request ?? '', key: `request of a checkout ${fate}` },
  ];
  return both.flatMap(({ kind, id: of, key }) => {
    const last = statusHistoryOf(record, of)?.sightings.at(-1);
    const end = endOf(last, kind, paid);
    return last && end !== undefined ? [{ key, end, exchanges: [created.exchange.id, last.exchange.id] }] : [];
  });
}

/** What the checkouts of a run ended as whose end is not shown, and their requests (LIF-16). */
export function observedOutcomes(record: RunRecord): ObservedOutcome[] {
  return checkoutsIn(record).flatMap((one) => {
    const fate = openFates.find((name) => one.exchange.line.control === `checkout ${name}`);
    return fate === undefined || one.source !== 'create' ? [] : endingsOf(record, one, fate);
  });
}

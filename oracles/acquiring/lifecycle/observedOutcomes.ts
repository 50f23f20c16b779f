import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { type AcquiringSighting, checkoutsIn } from '../../answers/acquiringRecords.ts';
import { outcomeOf } from '../../core/history.ts';
import { hasEnded, linkedRequestId, statusHistoriesOf, statusHistoryOf } from './statusHistory.ts';

/** The final outcome of a checkout or of its request after a certain payment scenario. */
export interface ObservedOutcome {
  /** The key of the baseline value for this outcome. */
  key: string;
  end: string;
  exchanges: readonly string[];
}

/** Payment scenarios whose outcome interface.md does not show. */
const openScenarios = ['paid in another currency', 'paid late', 'paid below the minimum'];

/** A payment on the chain: the paid address, and the time at which the test control API answered, in ns. */
interface Paid {
  address: string;
  atNs: bigint;
}

const paymentsIn = ({ controlActions }: RunRecord): Paid[] =>
  controlActions.flatMap(({ what, args, ok, atNs }) => {
    const { address } = args as { address?: string };
    return what === 'chain/transfers' && ok && address !== undefined ? [{ address, atNs: BigInt(atNs) }] : [];
  });

/** Returns the last payment to the request of a checkout. */
function paidTo(record: RunRecord, checkout: string): Paid | undefined {
  const shown = statusHistoriesOf(record, checkout).flatMap(({ sightings }) => sightings);
  const addresses = new Set(shown.map(({ value }) => textField(field(value, 'request'), 'address')));
  return paymentsIn(record).findLast(({ address }) => addresses.has(address));
}

/** Returns the outcome that the last sighting shows; undefined if the sighting is older than the payment or shows no final status. */
function endOf(last: AcquiringSighting | undefined, kind: 'checkout' | 'request', paid: Paid): string | undefined {
  if (!last || last.exchange.sentNs < paid.atNs || !hasEnded(kind, last)) return undefined;
  return outcomeOf(last);
}

function endingsOf(record: RunRecord, created: AcquiringSighting, scenario: string): ObservedOutcome[] {
  const id = textField(created.value, 'id') ?? '';
  const paid = paidTo(record, id);
  if (!paid) return [];
  const request = linkedRequestId(record, id);
  const both = [
    { kind: 'checkout' as const, id, key: `checkout ${scenario}` },
    { kind: 'request' as const, id: request ?? '', key: `request of a checkout ${scenario}` },
  ];
  return both.flatMap(({ kind, id: of, key }) => {
    const last = statusHistoryOf(record, of)?.sightings.at(-1);
    const end = endOf(last, kind, paid);
    return last && end !== undefined ? [{ key, end, exchanges: [created.exchange.id, last.exchange.id] }] : [];
  });
}

/** Returns the outcomes that interface.md does not show, of the checkouts of a run and their requests (LIF-16). */
export function observedOutcomes(record: RunRecord): ObservedOutcome[] {
  return checkoutsIn(record).flatMap((one) => {
    const scenario = openScenarios.find((name) => one.exchange.line.control === `checkout ${name}`);
    return scenario === undefined || one.source !== 'create' ? [] : endingsOf(record, one, scenario);
  });
}

import { parseInstant } from '../../../schemas/domain/formats.ts';
import { isObject } from '../../../schemas/json/exact.ts';
import type { Contract, SchemaFault } from '../../../schemas/load/contract.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import {
  faultsBy,
  isIdFault,
  isTimeFault,
  type ShownObject,
  timesIn,
  valueAtPointer,
} from '../../core/contractShape.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { receivedDeliveries } from '../received/deliveries.ts';

/** A record as something else than a documented operation showed it: a read at a path of the target file, or a webhook. */
export interface ShownRecord extends ShownObject {
  component: 'Payment' | 'Checkout' | 'Request';
}

/** The components of records, by the kinds of reads and webhooks. What a webhook about a static address shows is not said. */
const components = { payment: 'Payment', checkout: 'Checkout', request: 'Request' } as const;

const componentOf = (kind: string | undefined): ShownRecord['component'] | undefined =>
  kind !== undefined && Object.hasOwn(components, kind) ? components[kind as keyof typeof components] : undefined;

/** Returns the records that reads at the paths of the target file and webhooks showed. */
export const shownRecordsIn = memoizedByRecord((record: RunRecord): ShownRecord[] => {
  const reads = record.exchanges.flatMap((exchange): ShownRecord[] => {
    const { json, line } = exchange;
    const component = componentOf(line.readBack);
    const isShown = component && exchange.class === 'accepted' && isObject(json);
    return isShown ? [{ component, where: `the read ${line.readBack} `, value: json, exchange }] : [];
  });
  const deliveries = receivedDeliveries(record).flatMap(({ delivery: { id, json, line } }): ShownRecord[] => {
    const component = componentOf(line.webhook);
    const where = `the ${line.webhook} webhook `;
    return component && isObject(json) ? [{ component, where, value: json, exchange: { id } }] : [];
  });
  return [...reads, ...deliveries];
});

/** Returns the faults of a record by its component, at the places that a test picks. */
const picked =
  (contract: Contract, isOf: (fault: SchemaFault) => boolean) =>
  ({ component, value }: ShownRecord): SchemaFault[] =>
    faultsBy(contract)(component)(value).filter(isOf);

const placed = ({ where, value, exchange }: ShownRecord, path: string) => ({
  where: `${where}${path}`,
  seen: excerpt(valueAtPointer(value, path)),
  exchanges: [exchange.id],
});

/** Every time of a record is an ISO 8601 string in UTC, as in the answers of operations (GEN-04a). */
export function recordHasUtcTimes(contract: Contract): (shown: ShownRecord) => Fault[] {
  const faultsOf = picked(contract, isTimeFault);
  return (shown) => faultsOf(shown).map(({ path }) => ({ code: 'notUtc', ...placed(shown, path) }));
}

/** Every time of a record includes its zone (GEN-04b). */
export const recordWritesZones = (shown: ShownRecord): Fault[] =>
  timesIn({ json: shown.value })
    .filter(([, text]) => parseInstant(text)?.zone === 'missing')
    .map(([path]) => ({ code: 'zoneMissing', ...placed(shown, path) }));

/** Every identifier of a record has the prefix of its entity and a uuid (GEN-05). */
export function recordHasIdShapes(contract: Contract): (shown: ShownRecord) => Fault[] {
  const faultsOf = picked(contract, isIdFault);
  return (shown) =>
    faultsOf(shown).map(({ path, message }) => ({ code: 'notAnId', wanted: message, ...placed(shown, path) }));
}

import {
  type Creation,
  field,
  type PaymentSighting,
  type RunRecord,
  type Sighting,
  textField,
} from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { answersTo, checkoutsIn, requestsIn } from '../answers/acquiringRecords.ts';

function shared(value: string, first: Sighting | Creation, second: Sighting | Creation): Fault {
  const descriptionOf = (one: Sighting | Creation) =>
    'where' in one ? one.where : `the answer to clientOrderId ${one.clientOrderId} (exchange ${one.exchange.id})`;
  return {
    code: 'sharedId',
    value,
    first: descriptionOf(first),
    second: descriptionOf(second),
    exchanges: [...new Set([first.exchange.id, second.exchange.id])],
  };
}

/** Normalizes a clientOrderId. Some services ignore letter case, Unicode forms, and repeated or surrounding white space. */
const folded = (key: string) => key.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * Reports two creations with different clientOrderIds that were answered with the same id. If two clientOrderIds may count as equal, the second may be a
 * repetition.
 */
function sharedByCreations(creations: readonly Creation[]): Fault[] {
  const owners = new Map<string, Creation>();
  return creations.flatMap((creation) => {
    const { id, clientOrderId } = creation;
    if (id === undefined || clientOrderId === undefined) return [];
    const owner = owners.get(id);
    if (!owner) owners.set(id, creation);
    return owner && folded(owner.clientOrderId ?? '') !== folded(clientOrderId) ? [shared(id, owner, creation)] : [];
  });
}

/** Reports two entries of one list with the same id that are different records: a field in `differ` is not equal. */
function sharedInAnswer(sightings: readonly Sighting[], differ: readonly string[]): Fault[] {
  const owners = new Map<string, Sighting>();
  return sightings.flatMap((sighting) => {
    const id = textField(sighting.value, 'id');
    if (id === undefined) return [];
    const key = `${sighting.exchange.id} ${id}`;
    const owner = owners.get(key);
    if (!owner) owners.set(key, sighting);
    const other =
      owner && differ.some((name) => String(field(owner.value, name)) !== String(field(sighting.value, name)));
    return other ? [shared(id, owner, sighting)] : [];
  });
}

const createBundle = 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles';

/** Reports two records in any answers that share an id, although a field by which they are told apart differs. */
function sharedAnywhere(sightings: readonly Sighting[], differ: string, name = 'id'): Fault[] {
  const owners = new Map<string, Sighting>();
  const faults = new Map<string, Fault>();
  for (const sighting of sightings) {
    const [id, mark] = [textField(sighting.value, name), textField(sighting.value, differ)];
    if (id === undefined || mark === undefined) continue;
    const owner = owners.get(id);
    if (!owner) owners.set(id, sighting);
    else if (folded(textField(owner.value, differ) ?? '') !== folded(mark)) faults.set(id, shared(id, owner, sighting));
  }
  return [...faults.values()];
}

const listed = ({ source }: PaymentSighting) => source === 'list' || source === 'search';

/** Reports different records with the same identifier (GEN-06): among creations, payments of one list, methods of one list, checkouts, requests, their payments, and bundles. */
export function sharedIds(record: RunRecord): Fault[] {
  return [
    ...sharedByCreations(record.creations),
    ...sharedInAnswer(record.payments.filter(listed), ['createdAt', 'orderId', 'clientOrderId']),
    ...sharedAnywhere(checkoutsIn(record), 'clientOrderId'),
    ...sharedAnywhere(requestsIn(record), 'clientOrderId'),
    ...sharedAnywhere(requestsIn(record), 'id', 'orderId'),
    // A transaction may pay several requests, so that these share its hash, but each has a payment of its own.
    ...sharedAnywhere(requestsIn(record), 'id', 'paymentId'),
    ...sharedAnywhere(answersTo(record, createBundle), 'referenceId'),
    ...sharedAnywhere(
      record.payments.filter(({ source }) => source === 'create'),
      'id',
      'orderId',
    ),
    ...sharedInAnswer(record.methods, ['name', 'orderType', 'currency', 'methodKey', 'blockchain']),
  ];
}

import {
  type Creation,
  field,
  type PaymentSighting,
  type RunRecord,
  type Sighting,
  textField,
} from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';

function shared(value: string, first: Sighting | Creation, second: Sighting | Creation): Fault {
  const told = (one: Sighting | Creation) =>
    'where' in one ? one.where : `the answer to clientOrderId ${one.clientOrderId} (exchange ${one.exchange.id})`;
  return {
    code: 'sharedId',
    value,
    first: told(first),
    second: told(second),
    exchanges: [...new Set([first.exchange.id, second.exchange.id])],
  };
}

/** A clientOrderId without what some services do not tell apart: letter case, Unicode forms, white space around it or twice. */
const folded = (key: string) => key.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Two creations with two clientOrderIds that answered one id; of two that may count as one, the second may be a repetition. */
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

/** Two entries of one list with one id that are not the same record: `differ` tells them apart. */
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

const listed = ({ source }: PaymentSighting) => source === 'list' || source === 'search';

/** Two different records that share an identifier (GEN-06): among creations, payments of one list, methods of one list. */
export function sharedIds(record: RunRecord): Fault[] {
  return [
    ...sharedByCreations(record.creations),
    ...sharedInAnswer(record.payments.filter(listed), ['createdAt', 'orderId', 'clientOrderId']),
    ...sharedInAnswer(record.methods, ['name', 'orderType', 'currency', 'methodKey', 'blockchain']),
  ];
}

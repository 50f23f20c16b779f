import { isObject } from '../../schemas/exact.ts';
import type { Fault } from '../fault.ts';
import { field, type RunRecord, type Sighting, textField } from '../record.ts';
import { atCreation, projectIn } from './creation.ts';
import { accepted } from './reply.ts';
import { faulty, type Ruling } from './ruling.ts';

const types = ['FIXED_PRICE', 'NO_PRICE', 'SUGGESTED_FIXED_PRICE'];

/** A new checkout is NEW, of the project in the path, and of the type that was asked for (CHK-01). */
export function startsNew(sighting: Sighting): Fault[] {
  const { value, exchange } = sighting;
  const project = projectIn(exchange);
  const type = textField(exchange.sent, 'type') ?? '';
  const isOther = types.includes(type) && (textField(value, 'type') ?? type) !== type;
  return [
    ...(field(value, 'status') === 'NEW' ? [] : [atCreation(sighting, 'status', 'NEW')]),
    ...(textField(value, 'projectId') === project
      ? []
      : [atCreation(sighting, 'projectId', `${project}, of the path,`)]),
    ...(isOther ? [atCreation(sighting, 'type', `${type}, as sent,`)] : []),
  ];
}

/** A new checkout that the oracles of one exchange judge; else why it is none. */
export function madeIn(record: RunRecord, exchange: string, what: string): Sighting | Ruling {
  const made = record.exchange(exchange);
  const { json } = made;
  if (made.class !== 'accepted') return accepted(record, { exchange, what });
  if (isObject(json)) return { exchange: made, where: 'create checkout', value: json };
  return faulty({ code: 'notAccepted', what: `${what}, answered with one,`, seen: made.seen, exchanges: [exchange] });
}

/** True where there is no checkout to judge. */
export const isRuling = (made: Sighting | Ruling): made is Ruling => 'state' in made;

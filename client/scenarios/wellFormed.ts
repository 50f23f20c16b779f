import { constantFrom, integer, sample, tuple } from 'fast-check';
import { person } from '../../generators/payloads/person.ts';
import { byIdFormat } from '../../schemas/domain/formats.ts';
import type { PlainObject } from '../../schemas/json/plain.ts';
import { schemaAt } from '../server/edits.ts';
import type { Known } from './scenario.ts';

const words = 'tea milk rice soap wool salt lamps chairs flowers paint candles bread coffee gloves'.split(' ');

/** What the values of one gate are drawn from. */
const facts = tuple(
  person,
  constantFrom(...words),
  integer({ min: 10_000, max: 99_999 }),
  integer({ min: 1, max: 28 }),
);

/** Returns values for arguments whose meaning the interface gives, by name. They begin with zeros where careless code makes a number of them. */
function namedValues(known: Known): Readonly<Record<string, string | number>> {
  const [drawn] = sample(facts, { seed: known.seed, numRuns: 1 });
  if (!drawn) throw new Error('expected one drawn value, got none');
  const [who, word, number, day] = drawn;
  const date = `2031-05-${String(day).padStart(2, '0')}`;
  return {
    ...who,
    amount: `${day}.${number}1`,
    currency: 'EUR',
    amountIn: 'EUR',
    asset: 'USDT',
    crossPayoutAsset: 'USDT',
    preselectedCryptoCurrency: 'USDT',
    symbolPair: 'ETHUSDT',
    cardNumber: '5555555555554444',
    bankAccount: `00${number}00${number}`,
    walletAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    cryptoAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    returnUrl: `https://merchant.example.com/orders/${number}`,
    comment: `Grüße, ${number} × ${word}`,
    name: `${word} & more, № ${number}`,
    clientOrderId: `000${number}`,
    referenceId: `000${number}`,
    createdAt: `${date}T08:05:09Z`,
    expiresAt: `${date}T18:45:00Z`,
    orderType: 'PAYOUT',
    transactionType: 'DEBIT',
    status: 'SUCCESS',
    orderId: `ORD-${known.freshUuid()}`,
    methodId: `PMD-${known.freshUuid()}`,
    integrationId: known.freshUuid(),
    // A page without room for a payment means nothing.
    size: day,
  };
}

const ids: Readonly<Record<string, string>> = byIdFormat((prefix) => prefix);

/** Makes the function that returns well-formed values of an argument: every word of a list, both truth values, zero and another integer, one of all else. */
export function wellFormedValues(known: Known): (name: string, schema: PlainObject) => readonly unknown[] {
  const named = namedValues(known);
  const valuesOf = (name: string, schema: PlainObject): readonly unknown[] => {
    const { type, enum: all, examples = [], format } = schema;
    if (Array.isArray(all)) return all;
    if (type === 'boolean') return [true, false];
    if (type === 'array') return [[valuesOf(name, schemaAt(schema, 0))[0]]];
    if (Object.hasOwn(named, name)) return [named[name]];
    if (type === 'integer') return [0, 3];
    if (Array.isArray(examples) && examples.length > 0) return [examples[known.seed % examples.length]];
    const prefix = typeof format === 'string' && Object.hasOwn(ids, format) ? ids[format] : undefined;
    return [prefix === undefined ? `${name} 0${known.seed}` : `${prefix}-${known.freshUuid()}`];
  };
  return valuesOf;
}

import { MILLISECOND } from '../../../domain/clock.ts';
import type { Json } from '../../../domain/json.ts';
import { isMoney } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** A time whose fraction lacks the zeros that it begins with. */
const withoutZeros = (time: Json): Json => (typeof time === 'string' ? time.replace(/\.0+(?=\d)/, '.') : time);

/** Mutants of § General conventions. */
export const generalMutants: readonly Mutant[] = [
  {
    name: 'balances-as-html',
    breaks: 'GEN-01a',
    level: 'answer',
    because: 'a gateway answers 200 with an HTML page instead of the balances',
    rules: {
      jsonText: (text, operation) => (operation === 'listBalances' ? '<html><body>OK</body></html>' : text),
    },
  },
  {
    name: 'rates-twice-encoded',
    breaks: 'GEN-01a',
    level: 'answer',
    because: 'the list of rates is encoded twice, so its JSON is a string',
    rules: {
      jsonAnswered: (value, operation) => (operation === 'listRates' ? JSON.stringify(value) : value),
    },
  },
  {
    name: 'json-as-html',
    breaks: 'GEN-01b',
    level: 'answer',
    because: 'the methods list is JSON but labelled text/html',
    rules: {
      jsonType: (operation) => (operation === 'listMethods' ? 'text/html' : conformingRules.jsonType(operation)),
    },
  },
  {
    name: 'json-untyped',
    breaks: 'GEN-01b',
    level: 'answer',
    because: 'a handler that writes to the socket itself sends a payment without a content type',
    rules: { jsonType: (operation) => (operation === 'getPayment' ? null : conformingRules.jsonType(operation)) },
  },
  {
    name: 'order-id-quoted',
    breaks: 'GEN-02a',
    level: 'answer',
    because: 'the order identifier is written by a JSON serializer, with quotes',
    rules: { orderIdText: (orderId) => JSON.stringify(orderId) },
  },
  {
    name: 'order-id-in-object',
    breaks: 'GEN-02a',
    level: 'answer',
    because: 'create pay-out answers {"orderId": …} like the other creations',
    rules: {
      orderIdText: (orderId, operation) => (operation === 'createPayout' ? JSON.stringify({ orderId }) : orderId),
    },
  },
  {
    name: 'order-id-as-json',
    breaks: 'GEN-02b',
    level: 'answer',
    because: 'the bare identifier is labelled application/json',
    rules: { plainType: () => 'application/json' },
  },
  {
    name: 'order-id-untyped',
    breaks: 'GEN-02b',
    level: 'answer',
    because: 'the pay-out answer has no content type',
    rules: { plainType: (operation) => (operation === 'createPayout' ? null : conformingRules.plainType(operation)) },
  },
  {
    name: 'order-id-as-accepted',
    breaks: 'GEN-02c',
    level: 'answer',
    because: 'the framework writes an object for clients that accept JSON and no plain text',
    rules: {
      orderIdForm: (accept = '*/*') => (/json/i.test(accept) && !/\*\/\*|plain/i.test(accept) ? 'object' : 'bare'),
    },
  },
  {
    name: 'exchange-order-id-quoted-as-accepted',
    breaks: 'GEN-02c',
    level: 'answer',
    because: 'the exchange has a serializer of its own for Accept: application/json, which quotes texts',
    rules: {
      orderIdForm: (accept, operation) =>
        accept === 'application/json' && operation === 'createExchange' ? 'quoted' : 'bare',
    },
  },
  {
    name: 'put-is-post',
    breaks: 'GEN-03',
    level: 'request',
    because: 'the router accepts PUT for POST',
    rules: { answersVerb: (asked, documented) => asked === documented || (asked === 'PUT' && documented === 'POST') },
  },
  {
    name: 'moscow-time',
    breaks: 'GEN-04a',
    level: 'answer',
    because: 'createdAt is written in the time zone of the server, +03:00',
    rules: {
      instantShown: (instant, parts) =>
        conformingRules.instantShown(
          parts.field === 'payment.createdAt' ? instant + 3n * 3_600_000n * MILLISECOND : instant,
          {
            ...parts,
            zone: parts.field === 'payment.createdAt' ? '+03:00' : parts.zone,
          },
        ),
    },
  },
  {
    name: 'summer-time-in-created-at',
    breaks: 'GEN-04a',
    level: 'answer',
    because: 'createdAt of a payment is local summer time, written as if it were UTC',
    rules: {
      instantShown: (instant, parts) =>
        conformingRules.instantShown(
          parts.field === 'payment.createdAt' ? instant + 3_600_000n * MILLISECOND : instant,
          parts,
        ),
    },
  },
  {
    name: 'now-and-then-a-day-late',
    breaks: 'GEN-04a',
    level: 'answer',
    because: 'date and time are read one after the other, and in one of seven milliseconds they do not fit',
    rules: {
      instantShown: (instant, parts) =>
        conformingRules.instantShown(
          parts.field === 'payment.createdAt' && (instant / MILLISECOND) % 7n === 0n
            ? instant - 86_400_000n * MILLISECOND
            : instant,
          parts,
        ),
    },
  },
  {
    name: 'fractions-without-leading-zeros',
    breaks: 'GEN-04a',
    level: 'answer',
    because: 'the seconds and the number of their fractions are joined with a point',
    rules: {
      instantShown: (instant, parts) => withoutZeros(conformingRules.instantShown(instant, parts)),
    },
  },
  {
    name: 'microseconds-without-leading-zeros',
    breaks: 'GEN-04a',
    level: 'answer',
    because: 'times of one source have microseconds, which nobody pads to six digits',
    rules: {
      instantShown: (instant, parts) => {
        const shown = conformingRules.instantShown(instant, parts);
        return parts.digits === 6 ? withoutZeros(shown) : shown;
      },
    },
  },
  {
    name: 'epoch-milliseconds',
    breaks: 'GEN-04a',
    level: 'answer',
    because: 'createdAt is written as milliseconds since 1970',
    rules: {
      instantShown: (instant, parts) =>
        parts.field === 'payment.createdAt'
          ? Number(instant / MILLISECOND)
          : conformingRules.instantShown(instant, parts),
    },
  },
  {
    name: 'zone-left-out',
    breaks: 'GEN-04b',
    level: 'answer',
    because: 'a local date-time type is serialized without its zone',
    rules: { zoneText: () => '' },
  },
  {
    name: 'uuid-without-dashes',
    breaks: 'GEN-05',
    level: 'state',
    because: 'payment identifiers carry the UUID as 32 hex digits',
    rules: { idText: (prefix, uuid) => `${prefix}-${prefix === 'PMT' ? uuid.replaceAll('-', '') : uuid}` },
  },
  {
    name: 'method-prefix-of-payment',
    breaks: 'GEN-05',
    level: 'state',
    because: 'payment methods get the prefix of payments',
    rules: { idText: (prefix, uuid) => `${prefix === 'PMD' ? 'PMT' : prefix}-${uuid}` },
  },
  {
    name: 'order-id-reused',
    breaks: 'GEN-06',
    level: 'state',
    because: 'a cached sequence gives every second order the identifier of the previous one',
    rules: {
      uuidGiven: (fresh, { prefix, last, count }) => (prefix === 'ORD' && count % 2 === 1 ? (last ?? fresh) : fresh),
    },
  },
  {
    name: 'checkout-id-reused',
    breaks: 'GEN-06',
    level: 'state',
    because: 'every fourth checkout gets the identifier of the one before',
    rules: {
      uuidGiven: (fresh, { prefix, last, count }) => (prefix === 'CCO' && count % 4 === 3 ? (last ?? fresh) : fresh),
    },
  },
  {
    name: 'method-id-shared',
    breaks: 'GEN-06',
    level: 'state',
    because: 'the pay-in and the pay-out method of euro cards share an identifier',
    rules: {
      uuidGiven: (fresh, { prefix, last, count }) => (prefix === 'PMD' && count === 1 ? (last ?? fresh) : fresh),
    },
  },
  {
    name: 'small-limits-as-text',
    breaks: 'GEN-07',
    level: 'answer',
    because: 'limits below a thousandth are written as text to avoid an exponent',
    rules: {
      dressed: (record, kind) =>
        kind === 'limit' && isMoney(record.minLimit) && record.minLimit.lt('0.001')
          ? { ...record, minLimit: record.minLimit.toFixed() }
          : record,
    },
  },
];

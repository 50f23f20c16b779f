import { stringify } from 'lossless-json';
import { parseInstant } from '../../../schemas/domain/formats.ts';
import { decimal, type Exact, isExactNumber, isObject, sameValue } from '../../../schemas/json/exact.ts';
import type { PageEvent, PageLine } from '../../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { shows } from '../visits.ts';
import { checkoutIn, jsonOf } from './events.ts';

/** What of a checkout never changes. */
const ofCheckout = [
  ...['projectId', 'projectName', 'clientOrderId', 'name', 'type', 'returnUrl', 'createdAt'],
  ...['expiresAt', 'acquiringUrl', 'successfulLink', 'failureLink'],
  ...['cryptoCurrencies', 'cryptoCurrenciesByBlockchain', 'cryptoCurrencyDetails'],
] as const;

/** What of a request never changes. */
const ofRequest = [
  ...['id', 'orderId', 'clientOrderId', 'checkoutId', 'currency', 'blockchain', 'address', 'createdAt'],
  ...['paymentWindowEndsAt', 'requestAmount', 'requestAmountIn', 'requestAmountConverted', 'convertPair'],
  ...['convertRate', 'payAmount', 'payerPlatformFee', 'merchantPlatformFee', 'processingAmount'],
  ...['minLimit', 'maxLimit', 'cryptoAcquiringProjectId', 'cryptoAcquiringProjectName'],
] as const;

/** What of a request and of a checkout no longer changes when both are over. */
const ofEnd = ['reason', 'paidAmount', 'overpaid', 'paymentId', 'paymentStatus', 'txHash'] as const;

/** What of a request a service may keep from a payer: what the merchant pays, and what a hidden fee could be computed of. */
const mayBeHidden: readonly string[] = [
  ...['requestAmountConverted', 'convertPair', 'convertRate'],
  ...['payerPlatformFee', 'merchantPlatformFee', 'processingAmount'],
];

const ends: readonly string[] = ['SUCCESS', 'CONFLICT', 'EXPIRED'];

/** The most by which two texts of one time may differ, ns: they may have different precision. */
const aSecond = 1_000_000_000n;

const isDecimal = (text: string) => /^-?\d{1,30}(?:\.\d{1,40})?$/.test(text);

const numberIn = (value: Exact) =>
  isExactNumber(value) || (typeof value === 'string' && isDecimal(value)) ? decimal(value.toString()) : undefined;

function isNear(told: string, known: string): boolean {
  const [one, other] = [parseInstant(told), parseInstant(known)];
  if (!one || !other) return false;
  const apart = one.epochNs - other.epochNs;
  return apart < aSecond && apart > -aSecond;
}

/** The entries of a list in one order, since the interface shows none. */
const inOrder = (value: Exact): Exact =>
  Array.isArray(value) ? [...value].sort((one, other) => (String(one) < String(other) ? -1 : 1)) : value;

/** True if an event says what a read says, in the same JSON type: numbers by value, times to the second, lists in any order. */
function saysSame(told: Exact, known: Exact): boolean {
  if (typeof told === 'string' && typeof known === 'string') return told === known || isNear(told, known);
  // A read may write its numbers as text; that is the fault of the read.
  if (isExactNumber(told)) return numberIn(known)?.eq(decimal(told)) === true;
  if (isObject(told) && isObject(known))
    return Object.keys({ ...told, ...known }).every((name) => saysSame(told[name] ?? null, known[name] ?? null));
  return sameValue(inOrder(told), inOrder(known));
}

/** A place in a checkout: a field of its own, or of an object in it. */
type Place = readonly [part: 'request' | 'fixedAmount' | undefined, name: string];

const partOf = (checkout: Exact | undefined, [part, name]: Place): Exact | undefined =>
  field(part === undefined ? checkout : field(checkout, part), name) ?? undefined;

const lasting: readonly Place[] = [
  ...ofCheckout.map((name) => [undefined, name] as const),
  ...['amount', 'currency'].map((name) => ['fixedAmount', name] as const),
  ...ofRequest.map((name) => ['request', name] as const),
];

const atEnd: readonly Place[] = [[undefined, 'reason'], ...ofEnd.map((name) => ['request', name] as const)];

/** What is there for good, but may have another value from one moment to the next. */
const passing: readonly Place[] = [
  [undefined, 'estimatedPayAmounts'],
  ['request', 'expiresAt'],
];

/** What an event owes as soon as the reads with its statuses have it. What else comes with an end may come later than the status. */
const owed: readonly Place[] = [
  ...lasting.filter(([part, name]) => part !== 'request' || !mayBeHidden.includes(name)),
  ...passing,
  [undefined, 'reason'],
  ['request', 'paidAmount'],
];

/** Returns the value that reads agree on; undefined if they do not, or if none has one. */
function agreed(reads: readonly Exact[], place: Place): Exact | undefined {
  const all = reads.map((read) => partOf(read, place)).filter((one) => one !== undefined);
  const [first] = all;
  return first !== undefined && all.every((one) => saysSame(one, first)) ? first : undefined;
}

const named = ([part, name]: Place, value: Exact) =>
  `the ${name} ${stringify(value) ?? ''}${part === undefined ? '' : ` of the ${part}`} in the event statusChanged, as the checkout is read`;

/** Returns the faults of what an event says otherwise than the reads. */
const otherFaults = (
  page: PageLine,
  checkout: Exact,
  { places, reads }: { places: readonly Place[]; reads: readonly Exact[] },
) =>
  places.flatMap((place) => {
    const [told, known] = [partOf(checkout, place), agreed(reads, place)];
    if (told === undefined || known === undefined || saysSame(told, known)) return [];
    return [shows(page, named(place, known), stringify(told) ?? '')];
  });

/** Returns the faults of what an event leaves out that all reads with its statuses have. That the whole request is missing is another fault. */
const lackFaults = (page: PageLine, checkout: Exact, alike: readonly Exact[]) =>
  owed.flatMap((place) => {
    const known = alike.map((read) => partOf(read, place));
    const [first] = known;
    const isMissed = place[0] !== 'request' || isObject(field(checkout, 'request'));
    if (!isMissed || partOf(checkout, place) !== undefined || first === undefined || known.includes(undefined))
      return [];
    return [shows(page, named(place, first), 'none')];
  });

/**
 * Returns what in an event contradicts the reads of its checkout, or is missing, field by field. What may change is compared with the reads that have the
 * statuses of the event, and only when both are over.
 */
export function fieldFaults(page: PageLine, event: PageEvent, reads: readonly Exact[]): Fault[] {
  const id = reads.map((read) => textField(read, 'id'))[0] ?? page.opens;
  const checkout = checkoutIn(jsonOf(event), id);
  if (checkout === undefined) return [];
  const statuses = (of: Exact) => [textField(of, 'status'), textField(field(of, 'request'), 'status')] as const;
  const [whole = '', inner] = statuses(checkout);
  const isEnd = ends.includes(whole) && (inner === undefined || ends.includes(inner));
  const alike = reads.filter((read) => statuses(read).every((one, at) => one === [whole, inner][at]));
  return [
    ...otherFaults(page, checkout, { places: lasting, reads }),
    ...otherFaults(page, checkout, { places: atEnd, reads: isEnd ? alike : [] }),
    ...lackFaults(page, checkout, alike),
  ];
}

/** Returns the reads of a checkout among some exchanges, in order. */
export const readsOf = (record: RunRecord, reads: readonly string[], id: string): Exact[] =>
  reads.flatMap((read) => {
    const { json } = record.exchange(read);
    return json !== undefined && textField(json, 'id') === id ? [json] : [];
  });

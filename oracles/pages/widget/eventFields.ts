import { parseInstant } from '../../../schemas/domain/formats.ts';
import { decimal, type Exact, isExactNumber, isObject } from '../../../schemas/json/exact.ts';
import type { PageEvent, PageLine } from '../../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { shows } from '../visits.ts';
import { checkoutIn, jsonOf } from './events.ts';

/** What of a checkout never changes. */
const ofCheckout = [
  ...['projectId', 'projectName', 'clientOrderId', 'name', 'type', 'returnUrl', 'createdAt'],
  ...['expiresAt', 'acquiringUrl', 'successfulLink', 'failureLink'],
] as const;

/** What of a request never changes. */
const ofRequest = [
  ...['id', 'orderId', 'clientOrderId', 'checkoutId', 'currency', 'blockchain', 'address', 'createdAt'],
  ...['paymentWindowEndsAt', 'requestAmount', 'requestAmountIn', 'requestAmountConverted', 'convertPair'],
  ...['convertRate', 'payAmount', 'payerPlatformFee', 'merchantPlatformFee', 'processingAmount'],
  ...['minLimit', 'maxLimit'],
] as const;

/** What of a request and of a checkout no longer changes when both are over. */
const ofEnd = ['reason', 'paidAmount', 'overpaid', 'paymentId', 'paymentStatus', 'txHash'] as const;

/** What of a request any payer sees, so that no service has a reason to leave it out. */
const forPayer: readonly string[] = ['id', 'currency', 'blockchain', 'address', 'payAmount'];

const ends: readonly string[] = ['SUCCESS', 'CONFLICT', 'EXPIRED'];

/** The most by which two texts of one time may differ, ns: they may have different precision. */
const aSecond = 1_000_000_000n;

const isDecimal = (text: string) => /^-?\d{1,30}(?:\.\d{1,40})?$/.test(text);

/** Returns a number, also one that is written as text, as in some records. */
const numberIn = (value: Exact) =>
  isExactNumber(value) || (typeof value === 'string' && isDecimal(value)) ? decimal(value.toString()) : undefined;

function isNear(told: string, known: string): boolean {
  const [one, other] = [parseInstant(told), parseInstant(known)];
  if (!one || !other) return false;
  const apart = one.epochNs - other.epochNs;
  return apart < aSecond && apart > -aSecond;
}

/** True if two values say the same: numbers by value, times to the second. What is no plain value is not compared. */
function saysSame(told: Exact, known: Exact): boolean {
  if (typeof told === 'string' && typeof known === 'string') return told === known || isNear(told, known);
  if (isExactNumber(told) || isExactNumber(known)) {
    const [one, other] = [numberIn(told), numberIn(known)];
    return one !== undefined && other !== undefined && one.eq(other);
  }
  return typeof told !== 'boolean' || typeof known !== 'boolean' || told === known;
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

/** Returns the value that reads agree on; undefined if they do not, or if none has one. */
function agreed(reads: readonly Exact[], place: Place): Exact | undefined {
  const all = reads.flatMap((read) => partOf(read, place) ?? []);
  const [first] = all;
  return first !== undefined && all.every((one) => saysSame(one, first)) ? first : undefined;
}

/** Returns the fault of one field of an event; a service may leave out what only the merchant sees. */
function fieldFault(page: PageLine, { checkout, known, place }: { checkout: Exact; known: Exact; place: Place }) {
  const [part, name] = place;
  const told = partOf(checkout, place);
  const of = part === undefined ? '' : ` of the ${part}`;
  const wanted = `the ${name} ${known?.toString()}${of} in the event statusChanged, as the checkout is read`;
  if (told !== undefined) return saysSame(told, known) ? [] : [shows(page, wanted, String(told))];
  // That the whole request is missing is another fault.
  const isOwed =
    part === 'request' ? forPayer.includes(name) && isObject(field(checkout, 'request')) : name === 'reason';
  return isOwed ? [shows(page, wanted, 'none')] : [];
}

/**
 * Returns what in an event contradicts the reads of its checkout, field by field. What may change is compared with the reads that have the statuses of the
 * event, and only when both are over.
 */
export function fieldFaults(page: PageLine, event: PageEvent, reads: readonly Exact[]): Fault[] {
  const id = reads.map((read) => textField(read, 'id'))[0] ?? page.opens;
  const checkout = checkoutIn(jsonOf(event), id);
  if (checkout === undefined) return [];
  const statuses = (of: Exact) => [textField(of, 'status'), textField(field(of, 'request'), 'status')] as const;
  const [whole = '', inner] = statuses(checkout);
  const isEnd = ends.includes(whole) && (inner === undefined || ends.includes(inner));
  const alike = isEnd ? reads.filter((read) => statuses(read).every((one, at) => one === [whole, inner][at])) : [];
  const all = [...lasting.map((place) => ({ place, of: reads })), ...atEnd.map((place) => ({ place, of: alike }))];
  return all.flatMap(({ place, of }) => {
    const known = agreed(of, place);
    return known === undefined ? [] : fieldFault(page, { checkout, known, place });
  });
}

/** Returns the reads of a checkout among some exchanges, in order. */
export const readsOf = (record: RunRecord, reads: readonly string[], id: string): Exact[] =>
  reads.flatMap((read) => {
    const { json } = record.exchange(read);
    return json !== undefined && textField(json, 'id') === id ? [json] : [];
  });

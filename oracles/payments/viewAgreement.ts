import { parseInstant } from '../../schemas/domain/formats.ts';
import { type Exact, sameValue } from '../../schemas/json/exact.ts';
import {
  field,
  grouped,
  type PaymentSighting,
  type RunRecord,
  type Source,
  textField,
} from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { absenceWaitNs } from '../core/creationEffect.ts';
import { distinctStates } from '../core/history.ts';
import { paymentsByAccount } from './furtherAccounts.ts';
import { isFinalStatus } from './lifecycle.ts';

/** Fields of a payment that never change once they are set. The amount is separate, since PARTIAL_SUCCESS changes it (§ Payment, rule 2). */
export const fixedFields: readonly string[] = [
  'orderId',
  'currency',
  'blockchain',
  'orderType',
  'transactionType',
  'method',
  'clientOrderId',
  'comment',
  'payoutCryptoAddress',
  'payoutCardNumber',
  'payinBankAccount',
  'transferTo',
];

/** Fields that do not change once the status is final. */
export const settledFields: readonly string[] = ['status', 'reason', 'externalId', 'balanceAfterPayment', 'amount'];

type Same = (a: Exact, b: Exact) => boolean;

/** A payment as an exchange or a delivery showed it, or as a request asks for it, with the id of that exchange or delivery. */
export type PaymentView = Pick<PaymentSighting, 'value'> & {
  source: Source | 'webhook' | 'request';
  exchange: { id: string };
};

/** True if two texts mean the same instant, compared only to the precision that both have. One view may show fewer fraction digits than the other. */
export const sameInstant: Same = (a, b) => {
  const [one, other] = [parseInstant(String(a)), parseInstant(String(b))];
  if (!one || !other) return true;
  const unit = 10n ** BigInt(9 - Math.min(9, one.fractionDigits, other.fractionDigits));
  const gap = one.epochNs - other.epochNs;
  return (gap < 0n ? -gap : gap) < unit;
};

/** Returns the visible digits at both ends of a card number. Masked digits are in between. */
const ends = (text: string) => {
  const plain = text.replace(/[^0-9A-Za-z*•]/g, '');
  return { first: /^\d*/.exec(plain)?.[0] ?? '', last: /\d*$/.exec(plain)?.[0] ?? '' };
};

/** True if two texts can be the same card number: the digits that both texts show are equal, even if one text masks more (§ Payment, payoutCardNumber). */
const sameCard: Same = (a, b) => {
  const [one, other] = [ends(String(a)), ends(String(b))];
  const shared = Math.min(one.last.length, other.last.length);
  const begun = Math.min(one.first.length, other.first.length);
  const isLastAlike = shared === 0 || one.last.slice(-shared) === other.last.slice(-shared);
  return isLastAlike && one.first.slice(0, begun) === other.first.slice(0, begun);
};

/** Texts of an address that differ only in the case of hexadecimal digits are one address. */
export const sameAddress: Same = (a, b) => {
  const [one, other] = [String(a), String(b)];
  return one === other || (/^0x/i.test(one) && one.toLowerCase() === other.toLowerCase());
};

/** A letter with a mark may be written in one form or in two. */
const sameText: Same = (a, b) =>
  typeof a === 'string' && typeof b === 'string' ? a.normalize() === b.normalize() : sameValue(a, b);

const ownWays: Readonly<Record<string, Same>> = {
  comment: sameText,
  payoutCryptoAddress: sameAddress,
  createdAt: sameInstant,
  payoutCardNumber: sameCard,
  payinBankAccount: sameCard,
};

/** Returns how values of a field are compared. Most must be equal. */
export const samenessOf = (name: string): Same => ownWays[name] ?? sameValue;

/** Reports a field in which two views of one payment show different values. */
export function disagreementFault(
  name: string,
  [here, there]: readonly [PaymentView, PaymentView],
  same: Same = samenessOf(name),
): Fault | undefined {
  const [a, b] = [field(here.value, name), field(there.value, name)];
  // Absent and null are always equal, and a view may leave out an optional field.
  if (a === undefined || b === undefined || same(a, b)) return undefined;
  return {
    code: 'disagreement',
    payment: textField(here.value, 'id') ?? 'a payment',
    field: name,
    here: `${excerpt(a)} by ${here.source}`,
    there: `${excerpt(b)} by ${there.source}`,
    exchanges: [here.exchange.id, there.exchange.id],
  };
}

const isSettled = ({ value }: PaymentSighting) => isFinalStatus(textField(value, 'status'));

/** Compares the fields that never change: the first value of each with every other sighting. */
function moved(all: readonly PaymentSighting[]): (Fault | undefined)[] {
  const sightings = distinctStates(all);
  const partial = sightings.some(({ value }) => textField(value, 'status') === 'PARTIAL_SUCCESS');
  return [...fixedFields, ...(partial ? [] : ['amount']), 'createdAt'].flatMap((name) => {
    const first = sightings.find(({ value }) => field(value, name) !== undefined);
    return first ? sightings.map((other) => disagreementFault(name, [first, other])) : [];
  });
}

/** The different states that each view shows. */
const distinctInEach = (sightings: readonly PaymentSighting[]): PaymentSighting[] =>
  [...grouped(sightings, ({ source }) => source).values()].flatMap((some) => distinctStates(some));

/**
 * Compares the fields of a final payment: the first final sighting with the last sighting in every other view, and with each that shows the same status: a view that
 * lags shows an older status, too. A sighting counts only if it is later by the time that a view may lag, and each one by the time in which what is new must be visible.
 */
function unrested({ sightings, waitNs, visibleNs }: PaymentViews): (Fault | undefined)[] {
  const end = sightings.find(isSettled);
  if (!end) return [];
  // The answer to a repeated creation may be the stored answer of the first.
  const views = sightings.filter(({ source }) => source !== 'create');
  const isLater = ({ source, exchange: { clock, sentNs } }: PaymentSighting, waitedNs: bigint) =>
    source !== end.source && clock === end.exchange.clock && sentNs >= end.exchange.receivedNs + waitedNs;
  const late = views.filter((one) => isLater(one, waitNs));
  const lasts = new Set(new Map(views.map((sighting) => [sighting.source, sighting])).values());
  const isAlike = ({ value }: PaymentSighting) => textField(value, 'status') === textField(end.value, 'status');
  const others = distinctInEach(late.filter((one) => lasts.has(one) || isAlike(one) || isLater(one, visibleNs)));
  const settled = settledFields.filter((name) => name !== 'externalId');
  return others.flatMap((other) => [
    ...settled.map((name) => disagreementFault(name, [end, other])),
    surroundedFault(sightings, [end, other]),
  ]);
}

/**
 * Compares externalId, which a processor may replace even when a payment is final: what one view shows both before and after another, the other shows too.
 */
function surroundedFault(
  sightings: readonly PaymentSighting[],
  [end, other]: readonly [PaymentSighting, PaymentSighting],
): Fault | undefined {
  const name = 'externalId';
  const shown = field(end.value, name);
  const isAgain = ({ source, exchange, value }: PaymentSighting) =>
    source === end.source &&
    exchange.sentNs >= other.exchange.receivedNs &&
    shown !== undefined &&
    field(value, name) === shown;
  return sightings.some(isAgain) ? disagreementFault(name, [end, other]) : undefined;
}

/** A payment in its creation and all reads. */
export interface PaymentViews {
  sightings: readonly PaymentSighting[];
  /** How long a view may lag as this run has seen it, and until when what is new must be visible, ns. */
  waitNs: bigint;
  visibleNs: bigint;
}

/** Returns the payments that an account has seen in more than one view. Only these can disagree. */
export function paymentsInSeveralViews(record: RunRecord): PaymentViews[] {
  const waitNs = absenceWaitNs(record);
  const statedNs = BigInt(record.target?.deadlines.visibleMs ?? 0) * 1_000_000n;
  const visibleNs = statedNs > waitNs ? statedNs : waitNs;
  return paymentsByAccount(record).flatMap(({ payments }) => {
    const groups = grouped(payments, ({ value }) => textField(value, 'id') ?? '');
    groups.delete('');
    return [...groups.values()]
      .filter((sightings) => new Set(sightings.map(({ source }) => source)).size > 1)
      .map((sightings) => ({ sightings, waitNs, visibleNs }));
  });
}

/** Fields that never change agree in create, list, search and get (PAY-11). Fields of a final payment agree once all views are up to date. */
export function viewsAgree(views: PaymentViews): Fault[] {
  return [...moved(views.sightings), ...unrested(views)].filter((fault) => fault !== undefined);
}

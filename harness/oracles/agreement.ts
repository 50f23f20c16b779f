import { type Exact, sameValue } from '../../schemas/exact.ts';
import { parseInstant } from '../../schemas/formats.ts';
import { excerpt, type Fault } from '../fault.ts';
import { field, grouped, type PaymentSighting, type RunRecord, textField } from '../record.ts';
import { patienceNs } from './effect.ts';
import { isFinal } from './lifecycle.ts';

/** Fields of a payment that never move once they are set. Amount is apart: PARTIAL_SUCCESS changes it (§ Payment, rule 2). */
const fixed = [
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
  'transferTo',
];

/** Fields that rest once the status is final. */
const settled = ['status', 'reason', 'externalId', 'balanceAfterPayment', 'amount'];

type Same = (a: Exact, b: Exact) => boolean;

/** The same instant, as far as both write it: one view may show fewer fraction digits than the other. */
const sameInstant: Same = (a, b) => {
  const [one, other] = [parseInstant(String(a)), parseInstant(String(b))];
  if (!one || !other) return true;
  const unit = 10n ** BigInt(9 - Math.min(9, one.fractionDigits, other.fractionDigits));
  const gap = one.epochNs - other.epochNs;
  return (gap < 0n ? -gap : gap) < unit;
};

function disagreement(
  name: string,
  [here, there]: readonly [PaymentSighting, PaymentSighting],
  same: Same = sameValue,
): Fault | undefined {
  const [a, b] = [field(here.value, name), field(there.value, name)];
  // Absent and null are the same everywhere, and a view may leave an optional field out.
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

function firstFinal(sightings: readonly PaymentSighting[]): PaymentSighting | undefined {
  return sightings.find(({ value }) => isFinal(textField(value, 'status')));
}

function disagreementsOf(sightings: readonly PaymentSighting[], patience: bigint): Fault[] {
  const [first, ...others] = sightings;
  if (!first) return [];
  const moves = sightings.some(({ value }) => textField(value, 'status') === 'PARTIAL_SUCCESS');
  const names = moves ? fixed : [...fixed, 'amount'];
  const still = others.flatMap((other) => [
    ...names.map((name) => disagreement(name, [first, other])),
    disagreement('createdAt', [first, other], sameInstant),
  ]);
  const end = firstFinal(sightings);
  const late = end ? others.filter(({ exchange }) => exchange.sentNs >= end.exchange.receivedNs + patience) : [];
  const resting = late.flatMap((other) =>
    settled.map((name) => end && other.source !== end.source && disagreement(name, [end, other])),
  );
  return [...still, ...resting].filter((fault) => fault !== undefined && fault !== false);
}

/** One payment as all of our reads and its creation show it. */
export interface Story {
  sightings: readonly PaymentSighting[];
  patience: bigint;
}

/** The payments that were seen in more than one view: only these can disagree. */
export function storiesOf(record: RunRecord): Story[] {
  const patience = patienceNs(record);
  const groups = grouped(record.payments, ({ value }) => textField(value, 'id') ?? '');
  groups.delete('');
  return [...groups.values()]
    .filter((sightings) => new Set(sightings.map(({ source }) => source)).size > 1)
    .map((sightings) => ({ sightings, patience }));
}

/** Fields that have not moved agree in create, list, search and get (PAY-11); those that rest agree once visible. */
export function agrees({ sightings, patience }: Story): Fault[] {
  return disagreementsOf(sightings, patience);
}

/** The order id that a pay-out answered is the orderId of the payment with its clientOrderId (PAY-11). */
export function ordersAgree(record: RunRecord): Fault[] {
  return record.creations.flatMap(({ exchange, id, clientOrderId }) => {
    if (exchange.line.operation !== 'POST /v1/user/payments/payout' || id === undefined) return [];
    const seen = record.payments.find(
      ({ value }) => clientOrderId !== undefined && textField(value, 'clientOrderId') === clientOrderId,
    );
    const there = seen && textField(seen.value, 'orderId');
    if (!seen || there === undefined || there === id) return [];
    const exchanges = [exchange.id, seen.exchange.id];
    return [
      {
        code: 'disagreement',
        payment: clientOrderId ?? id,
        field: 'orderId',
        here: `${id} by create`,
        there: `${there} by ${seen.source}`,
        exchanges,
      },
    ];
  });
}

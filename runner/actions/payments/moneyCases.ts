import type { LosslessNumber } from 'lossless-json';
import { feeTieAmounts } from '../../../generators/amounts/feeTies.ts';
import { paymentBody } from '../../../generators/payloads/payment.ts';
import type { OrderScenario } from '../../../oracles/balances/feeInterpretations.ts';
import { decimal } from '../../../schemas/json/exact.ts';
import { create, type Plan } from '../../../traffic/transport/requestPlan.ts';
import type { Worker } from '../../worker/worker.ts';
import type { Draw } from '../inputs/draw.ts';
import type { Method, Methods } from '../inputs/methods.ts';
import { drawnItem, drawnNumber } from '../inputs/turns.ts';
import type { Balances } from './balances.ts';

/** The smallest amount of an order, as a multiple of the method's minimum. */
const magnitudes = [1, 1, 3, 19, 150];

const zero = decimal('0');

/** The balance must hold this many times a pay-out of more than the minimum. */
const ample = 1000;

/** What an order whose balance is watched is drawn from. */
export interface MoneyCaseParts {
  worker: Worker;
  methods: Methods;
  draw: Draw;
  balances: Balances;
}

/** How an order has to end, and the card that brings this about. Only a pay-out by card can be held for as long as the run lasts. */
export interface MoneyCaseWish {
  name: string;
  scenario: OrderScenario;
  cardNumber?: string;
  byCardAlone: boolean;
  /** Asks for a method whose amounts have the most decimals. */
  isFinest?: boolean;
}

/** A method, and plans of orders by it whose fees are ties of their rounding. */
export interface MoneyCase {
  method: Method;
  plans: readonly [Plan, ...Plan[]];
}

/** Returns the methods of a direction for which everything is at hand and whose whole fee the list shows. */
function usable({ methods, draw }: MoneyCaseParts, { scenario, byCardAlone, isFinest }: MoneyCaseWish): Method[] {
  const orderType = scenario === 'paid in' ? 'PAYIN' : 'PAYOUT';
  const all = methods
    .all()
    .filter((one) => one.orderType === orderType && !one.hidesFee)
    .filter(({ methodKey }) => !byCardAlone || methodKey === 'CC_VISAMC')
    .filter((one) => draw(paymentBody(one)).missing.length === 0);
  const finest = Math.max(...all.map(({ scale }) => scale));
  return all.filter(({ scale }) => !isFinest || scale === finest);
}

/** Returns the drawn multiple of a minimum, or 1 if the balance does not hold this amount many times. */
async function magnitudeOf({ balances }: MoneyCaseParts, method: Method, drawn: number): Promise<number> {
  const amount = (method.minLimit ?? decimal('10')).times(drawn);
  if (method.maxLimit?.div(2).lt(amount)) return 1;
  if (method.orderType === 'PAYIN') return drawn;
  return (await balances.look(method.currency)).figure?.gte(amount.times(ample)) ? drawn : 1;
}

const hasOtherFees = (one: Method, other: Method) =>
  !one.percent.eq(other.percent) || !one.fixed.eq(other.fixed) || !(one.leastFee ?? zero).eq(other.leastFee ?? zero);

/** Returns the methods that differ from one only in their blockchain and their fees: what is charged by one of them must not follow the other. */
const besides = (all: readonly Method[], method: Method): Method[] =>
  all.filter(
    (one) =>
      one.methodKey === method.methodKey &&
      one.currency === method.currency &&
      one.blockchain !== method.blockchain &&
      hasOtherFees(one, method),
  );

/** Draws amounts of a magnitude for an order by a method. */
async function caseOf(parts: MoneyCaseParts, { wish, method }: { wish: MoneyCaseWish; method: Method }) {
  const { worker, draw } = parts;
  const drawn = magnitudes[drawnNumber(worker, `magnitude ${wish.name}`) % magnitudes.length] ?? 1;
  const least = (method.minLimit ?? decimal('10')).times(await magnitudeOf(parts, method, drawn));
  const isByCard = method.methodKey === 'CC_VISAMC' && wish.cardNumber !== undefined;
  const { body } = draw(paymentBody(method, isByCard ? { cardNumber: wish.cardNumber ?? '' } : {}));
  const [amount, ...more] = feeTieAmounts({ ...method, minLimit: least }, body.amount);
  const planOf = (one: LosslessNumber) => create.payment(method, { ...body, amount: one });
  const plans = [amount ? planOf(amount) : create.payment(method, body), ...more.map(planOf)] as const;
  return { method, plans };
}

/** Draws a method and amounts of a magnitude for an order that ends as wished; undefined if no listed method can. */
export async function moneyCase(parts: MoneyCaseParts, wish: MoneyCaseWish): Promise<MoneyCase | undefined> {
  const [first, ...others] = usable(parts, wish);
  return first && caseOf(parts, { wish, method: drawnItem(parts.worker, `method ${wish.name}`, [first, ...others]) });
}

/**
 * Returns an order by each of two methods that differ in their blockchain and their fees, one of them the given one if it can be, whose order then is left out. Empty
 * if no two methods do.
 */
export async function moneyCasesBeside(
  parts: MoneyCaseParts,
  { wish, method }: { wish: MoneyCaseWish; method: Method },
): Promise<MoneyCase[]> {
  const all = usable(parts, wish);
  const drawnOf = ([first, ...others]: readonly Method[], name: string) =>
    first && drawnItem(parts.worker, `${name} ${wish.name}`, [first, ...others]);
  const isPaired = besides(all, method).length > 0;
  const paired = all.filter((one) => besides(all, one).length > 0);
  const one = isPaired ? method : drawnOf(paired, 'method of a pair');
  const other = one && drawnOf(besides(all, one), 'method beside');
  const cases: MoneyCase[] = [];
  for (const each of [...(isPaired ? [] : [one]), other]) {
    if (!each) continue;
    const { plans } = await caseOf(parts, { wish, method: each });
    cases.push({ method: each, plans: [plans[0]] });
  }
  return cases;
}

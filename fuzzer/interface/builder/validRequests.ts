import { jsonNumber } from '../../../generators/amounts/prices.ts';
import { bareRequest } from '../../../generators/payloads/acquiringRequest.ts';
import { bundleBody } from '../../../generators/payloads/bundle.ts';
import { checkoutBody } from '../../../generators/payloads/checkout.ts';
import { orderBody } from '../../../generators/payloads/exchange.ts';
import { type OrderType, type PaymentBodies, paymentBody, requiredBody } from '../../../generators/payloads/payment.ts';
import { harmlessReference } from '../../../runner/actions/acquiring/harmlessWrite.ts';
import { smallOf } from '../../../runner/actions/exchange/market.ts';
import { isOf, type Method } from '../../../runner/actions/inputs/methods.ts';
import { decimal } from '../../../schemas/json/exact.ts';
import type { OperationKey } from '../../../schemas/load/contract.ts';
import type { PayinBody } from '../../../schemas/requestTypes.ts';
import { create, type Plan, read } from '../../../traffic/transport/requestPlan.ts';
import type { CaseStep } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { TargetInventory } from '../target/targetInventory.ts';
import { controlStep, drawBody } from './caseSteps.ts';

/** A valid request of an operation, and the preceding steps that its references need. */
export interface ValidRequest {
  plan: Plan;
  before: readonly CaseStep[];
}

const alone = (plan: Plan): ValidRequest => ({ plan, before: [] });

/** A random source that always makes the first choice, so that its results are the same each time. */
export const fixedRandom: SeededRandom = {
  below: () => 0,
  pick: (items) => items[0] as (typeof items)[number],
  seed: () => 1,
};

/** Returns the read of a payment, preceded by the creation of the payment. The payment is created only once for all reads of it. */
function ownPayment(known: TargetInventory): ValidRequest[] {
  const body = payinBody(known, fixedRandom);
  return body ? [{ plan: read.payment('{{1/id}}'), before: [controlStep(create.payin(body))] }] : [];
}

/** Returns a valid request for every documented read for which this target has the values. */
export function validReads(known: TargetInventory): readonly ValidRequest[] {
  const [pair] = known.market;
  return [
    alone(read.methods()),
    alone(read.payments()),
    alone(read.search({ size: '1' })),
    ...ownPayment(known),
    alone(read.balances()),
    alone(read.exchangeLimits()),
    alone(read.exchangeRates()),
    ...(pair ? [alone(read.exchangeLimit(pair.symbolPair)), alone(read.exchangeRate(pair.symbolPair))] : []),
    ...known.projects.slice(0, 1).map(({ id }) => alone(read.depositOptions(id))),
    ...(known.rate ? [alone(known.rate)] : []),
  ];
}

const isHeld = ({ balance }: TargetInventory, { currency, amount }: { currency: string; amount: unknown }) =>
  balance(currency)?.gte(decimal(String(amount)).times(2)) ?? false;

/** Makes a body for a method. Names the method by its id if currency and method fit several blockchains. */
export function methodBody<Type extends OrderType>(
  method: Method<Type>,
  chance: SeededRandom,
): PaymentBodies[Type] | undefined {
  const body = drawBody(paymentBody(method), chance);
  const isUnambiguous = method.blockchain === undefined || (body !== undefined && 'blockchain' in body);
  return isUnambiguous ? body : drawBody(requiredBody(method), chance);
}

/** Makes a body for one of the pay-in methods; undefined if no method is usable. */
export function payinBody(known: TargetInventory, chance: SeededRandom): PayinBody | undefined {
  return bodyFor(known, 'PAYIN', chance);
}

/** Makes a body for a random method of a direction. Skips methods that need a value that only the operator knows. */
function bodyFor<Type extends OrderType>(
  known: TargetInventory,
  orderType: Type,
  chance: SeededRandom,
): PaymentBodies[Type] | undefined {
  const bodies = known.methods.filter(isOf(orderType)).flatMap((method) => {
    const body = methodBody(method, chance);
    const isPaid = orderType === 'PAYOUT' && body;
    return body && (!isPaid || isHeld(known, { currency: method.currency, amount: body.amount })) ? [body] : [];
  });
  return bodies.length > 0 ? chance.pick(bodies) : undefined;
}

type Maker = (known: TargetInventory, chance: SeededRandom) => Plan | undefined;

const assetOf = ({ projects: [project] }: TargetInventory) => project?.assets.toSorted()[0];

function ofProject(known: TargetInventory, make: (project: string, asset: string) => Plan): Plan | undefined {
  const [project] = known.projects;
  const asset = assetOf(known);
  return project && asset !== undefined ? make(project.id, asset) : undefined;
}

const planMakers = {
  'POST /v1/user/payments/payin': (known, chance) => {
    const body = payinBody(known, chance);
    return body && create.payin(body);
  },
  'POST /v1/user/payments/payout': (known, chance) => {
    const body = bodyFor(known, 'PAYOUT', chance);
    return body && create.payout(body);
  },
  'POST /v1/user/exchange': ({ affordableOrder }) =>
    affordableOrder &&
    create.exchange(
      orderBody({
        symbolPair: affordableOrder.pair.symbolPair,
        side: affordableOrder.side,
        amount: jsonNumber(smallOf(affordableOrder.pair)),
      }),
    ),
  'POST /v1/user/crypto-acquiring/{projectId}/checkouts': (known) =>
    ofProject(known, (id) => create.checkout(id, checkoutBody('NO_PRICE'))),
  'POST /v1/user/crypto-acquiring/{projectId}/requests': (known) =>
    ofProject(known, (id, asset) => create.request(id, bareRequest(asset))),
  'POST /v1/user/crypto-acquiring/{projectId}/static/bundles': (known) =>
    ofProject(known, (id, asset) => create.bundle(id, bundleBody(harmlessReference, [asset]))),
} as const satisfies Partial<Record<OperationKey, Maker>>;

/** A documented write operation. */
export type WriteOperation = keyof typeof planMakers;

/** All documented write operations. */
export const writeOperations = Object.keys(planMakers) as readonly WriteOperation[];

/** Writes that move no money, even if a target accepts an edge-case body. */
export const writesWithoutMoney: readonly WriteOperation[] = writeOperations.filter(
  (one) => !/payout|exchange/.test(one),
);

/** Makes a valid request for a writing operation, with values from the target's own lists. Returns undefined if the lists have no suitable value. */
export function validWrite(known: TargetInventory, operation: WriteOperation, chance: SeededRandom): Plan | undefined {
  return planMakers[operation](known, chance);
}

/** Serialises the first valid request of a write. A result that depends only on this request is the same wherever this text is the same. */
export const firstValidWrite = (known: TargetInventory, operation: WriteOperation): string =>
  JSON.stringify(validWrite(known, operation, fixedRandom) ?? null);

/** Returns the write that leaves nothing new behind when it is repeated: it always uses the same static address bundle. */
export function harmlessWrite(known: TargetInventory): Plan | undefined {
  return planMakers['POST /v1/user/crypto-acquiring/{projectId}/static/bundles'](known);
}

import { jsonNumber } from '../../../generators/amounts/prices.ts';
import { bareRequest } from '../../../generators/payloads/acquiringRequest.ts';
import { bundleBody } from '../../../generators/payloads/bundle.ts';
import { checkoutBody } from '../../../generators/payloads/checkout.ts';
import { orderBody } from '../../../generators/payloads/exchange.ts';
import { type OrderType, type PaymentBodies, paymentBody } from '../../../generators/payloads/payment.ts';
import { drawnPage } from '../../../generators/payloads/searchQuery.ts';
import { memoized } from '../../../oracles/core/memoize.ts';
import { harmlessReference } from '../../../runner/actions/acquiring/harmlessWrite.ts';
import { smallOf } from '../../../runner/actions/exchange/market.ts';
import type { Method } from '../../../runner/actions/inputs/methods.ts';
import { decimal } from '../../../schemas/json/exact.ts';
import type { OperationKey } from '../../../schemas/load/contract.ts';
import { create, type Plan, read } from '../../../traffic/transport/requestPlan.ts';
import type { CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { TargetInventory } from '../target/targetInventory.ts';
import { controlStep, drawBody, stepOf } from './caseSteps.ts';
import { listedMethods } from './payments.ts';
import type { Draw, Input } from './tables.ts';

/** The two schemes that sign a request. */
export const schemes = ['signed', 'simple'] as const;

/** The name of one of `schemes`. */
export type Scheme = (typeof schemes)[number];

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
export const validReads = memoized((known: TargetInventory): readonly ValidRequest[] => {
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
});

type Reader = (known: TargetInventory, chance: SeededRandom) => Plan | undefined;

/** At most so many payments are on the page of a drawn search. */
const mostOnPage = 20;

const searchPage: Reader = ({ search }, chance) => {
  const size = 1 + chance.below(Math.min(mostOnPage, search.largest));
  const query = drawnPage({ total: search.total, size, drawn: chance.seed() });
  return query && read.search(query);
};

const ofPair =
  (make: (symbolPair: string) => Plan): Reader =>
  ({ market }, chance) =>
    market.length > 0 ? make(chance.pick(market).symbolPair) : undefined;

const drawnReads: Partial<Record<OperationKey, Reader>> = {
  'GET /v2/user/payments/search': searchPage,
  'GET /v1/user/exchange/limits/{symbolPair}': ofPair(read.exchangeLimit),
  'GET /v1/user/exchange/rates/{symbolPair}': ofPair(read.exchangeRate),
  'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options': ({ projects }, chance) =>
    projects.length > 0 ? read.depositOptions(chance.pick(projects).id) : undefined,
};

/** Returns a valid read of the same operation with a drawn page, pair or project; the read itself where there is nothing to draw. */
export function drawnRead(request: ValidRequest, { known, chance }: Input): ValidRequest {
  const plan = drawnReads[request.plan.operation]?.(known, chance);
  return plan ? { ...request, plan } : request;
}

/** How the body of a method is drawn, and its first drawn body; undefined if it needs a value that only the operator knows. */
const bodiesOf = memoized(<Type extends OrderType>(method: Method<Type>) => {
  const drawn = paymentBody(method);
  return { drawn, first: drawBody(drawn, fixedRandom) };
});

/** Returns the methods whose bodies are complete, and of which a balance holds twice the amount of a pay-out. The amount of a body is always the same. */
const usableMethods = memoized((known: TargetInventory) => {
  const isHeld = ({ orderType, currency }: Method, { amount }: PaymentBodies[OrderType]) =>
    orderType === 'PAYIN' || known.balance(currency)?.gte(decimal(String(amount)).times(2));
  const isUsable = (method: Method) => {
    const { first } = bodiesOf(method);
    return first && isHeld(method, first);
  };
  return new Set(known.methods.filter(isUsable));
});

/** Draws the seed of a method's body at once, and the body when it is needed. */
function bodyLater<Type extends OrderType>(method: Method<Type>, chance: SeededRandom) {
  const seed = chance.seed();
  return () => drawBody(bodiesOf(method).drawn, { ...fixedRandom, seed: () => seed });
}

/** Makes a body for a method; undefined if it needs a value that only the operator knows. */
export const methodBody = <Type extends OrderType>(method: Method<Type>, chance: SeededRandom) =>
  bodyLater(method, chance)();

/** Makes a body for one of the pay-in methods; undefined if no method is usable. */
export const payinBody = (known: TargetInventory, chance: SeededRandom) => bodyFor(known, 'PAYIN', chance);

/** Makes a body for a random usable method of a direction. */
function bodyFor<Type extends OrderType>(known: TargetInventory, orderType: Type, chance: SeededRandom) {
  const bodies = listedMethods(known, orderType).flatMap((method) => {
    const later = bodyLater(method, chance);
    return usableMethods(known).has(method) ? [later] : [];
  });
  return bodies.length > 0 ? chance.pick(bodies)() : undefined;
}

type Maker = (known: TargetInventory, chance: SeededRandom) => Plan | undefined;

function ofProject(
  { projects: [project] }: TargetInventory,
  chance: SeededRandom,
  make: (project: string, asset: string) => Plan,
): Plan | undefined {
  const assets = project?.assets.toSorted() ?? [];
  return project && assets.length > 0 ? make(project.id, chance.pick(assets)) : undefined;
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
  'POST /v1/user/crypto-acquiring/{projectId}/checkouts': (known, chance) =>
    ofProject(known, chance, (id) => create.checkout(id, checkoutBody('NO_PRICE'))),
  'POST /v1/user/crypto-acquiring/{projectId}/requests': (known, chance) =>
    ofProject(known, chance, (id, asset) => create.request(id, bareRequest(asset))),
  'POST /v1/user/crypto-acquiring/{projectId}/static/bundles': (known) =>
    ofProject(known, fixedRandom, (id, asset) => create.bundle(id, bundleBody(harmlessReference, [asset]))),
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

/** Makes a case of a valid request for a writing operation; `step` sends it as it is. */
export function writeCase(
  operation: WriteOperation,
  make: (plan: Plan, step: CaseStep, input: Input) => FuzzCase | undefined,
): Draw {
  return (input) => {
    const plan = validWrite(input.known, operation, input.chance);
    return plan && make(plan, stepOf(plan), input);
  };
}

/** Serialises the first valid request of a write. A result that depends only on this request is the same wherever this text is the same. */
export const firstValidWrite = (known: TargetInventory, operation: WriteOperation): string =>
  JSON.stringify(validWrite(known, operation, fixedRandom) ?? null);

/** Returns the write that leaves nothing new behind when it is repeated: it always uses the same static address bundle. */
export function harmlessWrite(known: TargetInventory): Plan | undefined {
  return planMakers['POST /v1/user/crypto-acquiring/{projectId}/static/bundles'](known);
}

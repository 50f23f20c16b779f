import type { Arbitrary } from 'fast-check';
import { bundleBody } from '../../generators/payloads/bundle.ts';
import type { BodyOrMissing, OrderType, PaymentBodies } from '../../generators/payloads/payment.ts';
import { drawnPage } from '../../generators/payloads/searchQuery.ts';
import { convertedPairsIn } from '../../oracles/acquiring/deposits/depositOptions.ts';
import { listedAssets } from '../../oracles/answers/acquiringRecords.ts';
import { pageOf } from '../../oracles/answers/searchPage.ts';
import { missingFault } from '../../oracles/general/acceptance.ts';
import type { Exact } from '../../schemas/json/exact.ts';
import type { OperationKey } from '../../schemas/load/contract.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { create, type Plan, read } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';
import type { TestAssertionLog } from '../worker/testAssertionLog.ts';
import type { Worker } from '../worker/worker.ts';
import { harmlessReference } from './acquiring/harmlessWrite.ts';
import { rateQuery } from './acquiring/rateQueries.ts';
import { marketOf, smallOrder } from './exchange/market.ts';
import type { Combinations } from './inputs/combinations.ts';
import type { Compose } from './inputs/draw.ts';
import { drawnBodies, plainBodies } from './inputs/drawnBodies.ts';
import type { Method, Methods } from './inputs/methods.ts';
import { totalOf } from './inputs/searchQueries.ts';
import { drawnItem, drawnNumber } from './inputs/turns.ts';

/** A documented operation with a valid plan for it. */
export interface SampleRequest {
  operation: OperationKey;
  plan: Plan;
}

/** A documented operation with a valid plan for it, or the fault that says what the target file lacks. */
type Found = { operation: OperationKey } & ({ plan: Plan } | { lack: Fault });

/**
 * Which operations to use (all by default), whether to skip operations without a plan silently, whether each run tries a write of each kind, and whether the writes
 * go to a project that the seed draws, with drawn prices, as they may where they share no control request.
 */
export interface Choice {
  is?(operation: OperationKey): boolean;
  leavesOut?: 'what is lacking';
  tries?: 'a write of each kind';
  writesTo?: 'any project';
}

/**
 * Yields a valid plan for each documented operation, with values from the target's own lists: every read, and the writes that this run tries. A plan that
 * depends on a list comes after the list itself was requested. Each operation is a combination.
 */
export type SampleRequests = (
  bodyOf: <Type extends OrderType>(method: Method<Type>) => Arbitrary<BodyOrMissing<PaymentBodies[Type]>>,
  wanted?: Choice,
) => AsyncGenerator<SampleRequest>;

/** What the plans need. `methods` is called only after the read of the methods list was yielded as a sample. */
interface SampleParts {
  worker: Worker;
  api: Api;
  combinations: Combinations;
  log: TestAssertionLog;
  compose: Compose;
  methods(): Promise<Methods>;
  writesTo?: Choice['writesTo'];
}

function lackOf(wanted: string, hint: string): { lack: Fault } {
  return { lack: { code: 'missing', wanted, hint, exchanges: [] } };
}

/** At most so many payments are on a page of a sample search. */
const mostOnPage = 12;

/** Returns a search for a page that a drawn number chooses among those that hold a payment: a request is the same wherever in the list it looks. */
async function searchSample({ worker, api, log }: SampleParts): Promise<Plan> {
  const first = read.search({ size: '1' });
  const total = totalOf(pageOf(await api.control(first)));
  const size = 1 + (drawnNumber(worker, `${log.id} size of a sample`) % mostOnPage);
  const query = drawnPage({ total, size, drawn: drawnNumber(worker, `${log.id} page of a sample`) });
  return query ? read.search(query) : first;
}

async function paymentSamples(parts: SampleParts, bodyOf: Parameters<SampleRequests>[0]): Promise<Found[]> {
  const { worker, api, compose, methods } = parts;
  const list = await methods();
  const payin = compose(bodyOf(list.payin()));
  const payout = compose(bodyOf(list.payout()));
  const made = await api.control(create.payin(payin));
  const id = textField(made.json, 'id');
  const single =
    id === undefined ? { lack: missingFault(worker.record, made, 'a payment to read') } : { plan: read.payment(id) };
  return [
    { operation: 'GET /v1/user/payments', plan: read.payments() },
    { operation: 'GET /v2/user/payments/search', plan: await searchSample(parts) },
    { operation: 'GET /v1/user/payments/{id}', ...single },
    { operation: 'POST /v1/user/payments/payin', plan: create.payin(payin) },
    { operation: 'POST /v1/user/payments/payout', plan: create.payout(payout) },
    { operation: 'GET /v1/user/wallet/balances', plan: read.balances() },
  ];
}

const firstOf = (value: Exact | undefined) => (Array.isArray(value) ? value[0] : undefined);

async function exchangeSamples({ worker, api, log }: SampleParts): Promise<Found[]> {
  const limits = read.exchangeLimits();
  const listed = await api.control(limits);
  const tradable = (await marketOf(api)).map((one) => one.symbolPair);
  const listedFirst = textField(firstOf(listed.json), 'symbolPair');
  const order = await smallOrder(api, drawnNumber(worker, `${log.id} order of a sample`));
  const lack = { lack: missingFault(worker.record, listed, 'a pair to exchange') };
  const [first = listedFirst, ...others] = tradable;
  const paired = (make: (symbolPair: string) => Plan) =>
    first === undefined ? lack : { plan: make(drawnItem(worker, `${log.id} pair of a sample`, [first, ...others])) };
  return [
    { operation: 'GET /v1/user/exchange/limits', plan: limits },
    { operation: 'GET /v1/user/exchange/rates', plan: read.exchangeRates() },
    { operation: 'GET /v1/user/exchange/limits/{symbolPair}', ...paired(read.exchangeLimit) },
    { operation: 'GET /v1/user/exchange/rates/{symbolPair}', ...paired(read.exchangeRate) },
    { operation: 'POST /v1/user/exchange', ...(order ? { plan: create.exchange(order) } : lack) },
  ];
}

const rateOperation = 'GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}';

/** Returns a plan to read the rate of two assets that the target converts. The assets come from the deposit options, or else from the exchange rates. */
async function rateOffer(api: Api, options: Exact | undefined, rates: Exact | undefined): Promise<Found> {
  const [base, quote] = ['baseAsset', 'quoteAsset'].map((name) => textField(firstOf(rates), name));
  const known = base !== undefined && quote !== undefined ? read.acquiringRate(base, quote) : undefined;
  const found = (await rateQuery(api, convertedPairsIn(options))) ?? known;
  const lack = lackOf('two assets with a rate', 'the target lists no converted pair');
  return { operation: rateOperation, ...(found ? { plan: found } : lack) };
}

const ofProject: readonly OperationKey[] = [
  'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options',
  'POST /v1/user/crypto-acquiring/{projectId}/checkouts',
  'POST /v1/user/crypto-acquiring/{projectId}/requests',
  'POST /v1/user/crypto-acquiring/{projectId}/static/bundles',
];

/** Returns a plan to read the deposit options of a project that the seed draws among those that the target knows. */
async function optionsSample({ worker, api, log }: SampleParts, first: Plan): Promise<Plan> {
  const projects = worker.target.projects.slice(1).map(({ id }) => read.depositOptions(id));
  const drawn = drawnItem(worker, `${log.id} project of a sample`, [first, ...projects]);
  return (await api.control(drawn)).class === 'accepted' ? drawn : first;
}

function projectSamples(
  parts: SampleParts,
  project: string,
  { options, listed }: { options: Plan; listed: Exchange },
): Found[] {
  const { worker, log } = parts;
  const [first, ...others] = listedAssets(listed.json);
  const asset = first && drawnItem(worker, `${log.id} asset of a sample`, [first, ...others]);
  const drawn = parts.writesTo && asset ? drawnBodies({ worker, name: log.id }, listed.json, asset) : undefined;
  const { checkout, request } = drawn ?? plainBodies(asset);
  const lack = lackOf('an asset of the project', `the deposit options answered ${listed.seen}`);
  const plans: ({ plan: Plan } | { lack: Fault })[] = [
    { plan: options },
    { plan: create.checkout(project, checkout) },
    request ? { plan: create.request(project, request) } : lack,
    asset === undefined ? lack : { plan: create.bundle(project, bundleBody(harmlessReference, [asset])) },
  ];
  return ofProject.map((operation, index) => ({ operation, ...(plans[index] ?? lack) }));
}

async function acquiringSamples(parts: SampleParts): Promise<Found[]> {
  const { api, worker } = parts;
  const { json: rates } = await api.control(read.exchangeRates());
  const widgetId = worker.target.projects[0]?.id;
  if (widgetId === undefined) {
    const lacks = ofProject.map((operation) => ({
      operation,
      ...lackOf(`a project for ${operation}`, 'the target file names none under projects'),
    }));
    return [...lacks, await rateOffer(api, undefined, rates)];
  }
  const options = read.depositOptions(widgetId);
  const listed = await api.control(options);
  if (listed.class === 'refused') {
    const hint = `the target file names ${widgetId}, but the target answers ${listed.seen}`;
    const lacks = ofProject.map((operation) => ({ operation, ...lackOf(`a project that the target knows`, hint) }));
    return [...lacks, await rateOffer(api, undefined, rates)];
  }
  const drawn = await optionsSample(parts, options);
  const other = parts.writesTo && drawn.path['widgetId'];
  const samples = other
    ? projectSamples(parts, other, { options: drawn, listed: await api.control(drawn) })
    : projectSamples(parts, widgetId, { options: drawn, listed });
  return [...samples, await rateOffer(api, listed.json, rates)];
}

async function* allSamples(parts: SampleParts, bodyOf: Parameters<SampleRequests>[0]): AsyncGenerator<Found> {
  yield { operation: 'GET /v1/user/methods', plan: read.methods() };
  yield* await exchangeSamples(parts);
  yield* await acquiringSamples(parts);
  yield* await paymentSamples(parts, bodyOf);
}

/** The operations that cost a POST, by their kind. */
const kindsOfWrites: readonly (readonly OperationKey[])[] = [
  ['POST /v1/user/payments/payin', 'POST /v1/user/payments/payout'],
  ['POST /v1/user/exchange', 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles'],
  ['POST /v1/user/crypto-acquiring/{projectId}/checkouts', 'POST /v1/user/crypto-acquiring/{projectId}/requests'],
];

const writes = kindsOfWrites.flat();

/** Returns the `sampleRequests` tool of one requirement. */
export function sampleRequestsOf(parts: SampleParts): SampleRequests {
  const { combinations, log } = parts;
  return async function* (bodyOf, { is = () => true, leavesOut, tries, writesTo } = {}) {
    const lists = tries === undefined ? [writes] : kindsOfWrites;
    const chosen = new Set(lists.flatMap((list) => [...combinations.among(list.filter(is))]));
    for await (const found of allSamples({ ...parts, ...(writesTo && { writesTo }) }, bodyOf)) {
      const { operation } = found;
      if (!is(operation) || (writes.includes(operation) && !chosen.has(operation))) continue;
      combinations.enter(operation);
      if ('plan' in found) yield found;
      else if (!leavesOut) log.assert('lacks', { fault: found.lack });
      combinations.enter(undefined);
    }
  };
}

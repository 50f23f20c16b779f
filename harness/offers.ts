import type { OperationKey } from '../schemas/contract.ts';
import type { Exact } from '../schemas/exact.ts';
import { isObject } from '../schemas/exact.ts';
import type { Api } from './api.ts';
import type { Fault } from './fault.ts';
import type { Methods } from './methods.ts';
import { create, type Plan, plan, read } from './plan.ts';
import { field, textField } from './record.ts';
import type { Stage } from './stage.ts';

/** A documented operation with a sound plan for it, or what the target's file lacks for one. */
export type Offer = { operation: OperationKey } & ({ plan: Plan } | { lack: Fault });

/** How sound bodies are made from the target's methods list. */
export interface Bodies {
  payin(methods: Methods): Record<string, unknown>;
  payout(methods: Methods): Record<string, unknown>;
}

/** What plans are made from; the methods list is asked for only after it was itself offered. */
export interface Makings {
  stage: Stage;
  api: Api;
  methods(): Promise<Methods>;
  bodies: Bodies;
}

function lackOf(wanted: string, hint: string): { lack: Fault } {
  return { lack: { code: 'missing', wanted, hint, exchanges: [] } };
}

async function paymentOffers({ api, methods, bodies }: Makings): Promise<Offer[]> {
  const list = await methods();
  const [payin, payout] = [bodies.payin(list), bodies.payout(list)];
  const made = await api.control(create.payin(payin));
  const id = textField(made.json, 'id');
  const single =
    id === undefined ? lackOf('a payment to read', `create pay-in answered ${made.seen}`) : { plan: read.payment(id) };
  return [
    { operation: 'GET /v1/user/payments', plan: read.payments() },
    { operation: 'GET /v2/user/payments/search', plan: read.search({ size: '1' }) },
    { operation: 'GET /v1/user/payments/{id}', ...single },
    { operation: 'POST /v1/user/payments/payin', plan: create.payin(payin) },
    { operation: 'POST /v1/user/payments/payout', plan: create.payout(payout) },
    { operation: 'GET /v1/user/wallet/balances', plan: read.balances() },
  ];
}

const firstOf = (value: Exact | undefined) => (Array.isArray(value) ? value[0] : undefined);

async function exchangeOffers({ api }: Makings): Promise<Offer[]> {
  const limits = plan('GET /v1/user/exchange/limits');
  const rates = plan('GET /v1/user/exchange/rates');
  const listed = await api.control(limits);
  const first = firstOf(listed.json);
  const symbolPair = textField(first, 'symbolPair');
  const amount = field(first, 'minLimit');
  const lack = lackOf('a pair to exchange', `the exchange limits answered ${listed.seen}`);
  const paired = (make: (symbolPair: string) => Plan) => (symbolPair === undefined ? lack : { plan: make(symbolPair) });
  return [
    { operation: 'GET /v1/user/exchange/limits', plan: limits },
    { operation: 'GET /v1/user/exchange/rates', plan: rates },
    {
      operation: 'GET /v1/user/exchange/limits/{symbolPair}',
      ...paired((pair) => plan('GET /v1/user/exchange/limits/{symbolPair}', { path: { symbolPair: pair } })),
    },
    {
      operation: 'GET /v1/user/exchange/rates/{symbolPair}',
      ...paired((pair) => plan('GET /v1/user/exchange/rates/{symbolPair}', { path: { symbolPair: pair } })),
    },
    {
      operation: 'POST /v1/user/exchange',
      ...paired((pair) => create.exchange({ symbolPair: pair, side: 'BUY', amount })),
    },
  ];
}

const acquiring: readonly OperationKey[] = [
  'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options',
  'POST /v1/user/crypto-acquiring/{projectId}/checkouts',
  'POST /v1/user/crypto-acquiring/{projectId}/requests',
  'POST /v1/user/crypto-acquiring/{projectId}/static/bundles',
  'GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}',
];

/** One bundle for ever: get-or-create makes it the neutral write (§ Crypto acquiring, bundle rule 1). */
const neutralReference = 'assay-neutral';

async function acquiringOffers({ api, stage }: Makings): Promise<Offer[]> {
  const project = stage.target.projects[0]?.id;
  if (project === undefined)
    return acquiring.map((operation) => ({
      operation,
      ...lackOf(`a project for ${operation}`, 'the target file names none under projects'),
    }));
  const options = plan('GET /v1/user/crypto-acquiring/{widgetId}/deposit-options', { path: { widgetId: project } });
  const listed = await api.control(options);
  const cryptoCurrency = firstOf(field(listed.json, 'cryptoCurrencies'));
  const lack = lackOf('an asset of the project', `the deposit options answered ${listed.seen}`);
  const withAsset = (make: (asset: string) => Plan) =>
    typeof cryptoCurrency === 'string' ? { plan: make(cryptoCurrency) } : lack;
  const quotes =
    typeof cryptoCurrency === 'string' ? field(field(listed.json, 'amountInOptions'), cryptoCurrency) : undefined;
  const base = String(cryptoCurrency).split('_').slice(1).join('_');
  const quoteAsset = isObject(quotes) ? Object.keys(quotes).find((name) => name !== base) : undefined;
  const rate = plan('GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}', {
    path: { baseAsset: base, quoteAsset: quoteAsset ?? '' },
  });
  const noRate = lackOf('two assets with a rate', 'the deposit options convert nothing');
  return [
    { operation: 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options', plan: options },
    {
      operation: 'POST /v1/user/crypto-acquiring/{projectId}/checkouts',
      plan: create.checkout(project, {
        type: 'NO_PRICE',
        name: 'conformance',
        returnUrl: 'https://merchant.example.com/return',
      }),
    },
    {
      operation: 'POST /v1/user/crypto-acquiring/{projectId}/requests',
      ...withAsset((asset) => create.request(project, { cryptoCurrency: asset })),
    },
    {
      operation: 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles',
      ...withAsset((asset) =>
        create.bundle(project, { referenceId: neutralReference, assets: [asset], allEnabledAssets: false }),
      ),
    },
    {
      operation: 'GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}',
      ...(quoteAsset === undefined ? noRate : { plan: rate }),
    },
  ];
}

/**
 * A sound plan for each of the 17 documented operations, its values taken from the target's own lists. One after the other,
 * so that what depends on a list comes after the list itself was tried.
 */
export async function* offersOf(makings: Makings): AsyncGenerator<Offer> {
  yield { operation: 'GET /v1/user/methods', plan: read.methods() };
  yield* await exchangeOffers(makings);
  yield* await acquiringOffers(makings);
  yield* await paymentOffers(makings);
}

import { assetMetasIn, bundlesIn, staticAddressesIn } from '../oracles/acquiring/bundles/bundleAddresses.ts';
import { repeatedlySeenLimits } from '../oracles/acquiring/lifecycle/immutableFields.ts';
import { linkedOutcomes } from '../oracles/acquiring/lifecycle/linkedOutcomes.ts';
import { observedOutcomes } from '../oracles/acquiring/lifecycle/observedOutcomes.ts';
import { observedMoves } from '../oracles/acquiring/lifecycle/observedTransitions.ts';
import {
  conflictsIn,
  linkedCheckoutsIn,
  newCheckouts,
  nonConflictingCheckouts,
  paidCheckouts,
} from '../oracles/acquiring/lifecycle/statusRules.ts';
import { type AcquiringSighting, answersTo, checkoutsIn, requestsIn } from '../oracles/answers/acquiringRecords.ts';
import { credentialsIn } from '../oracles/auth/credentials.ts';
import { balanceForms } from '../oracles/balances/balanceForm.ts';
import { showsId, showsTime } from '../oracles/core/contractShape.ts';
import { isReused } from '../oracles/core/creationEffect.ts';
import { distinctStates } from '../oracles/core/history.ts';
import { memoizedByRecord } from '../oracles/core/memoize.ts';
import { exchangeObservations, observedExchanges } from '../oracles/exchange/marketPrices.ts';
import { noRateLimitTestAccount } from '../oracles/limits/allowance.ts';
import { crossClassRequestsIn } from '../oracles/limits/independentLimits.ts';
import { limiterObservations } from '../oracles/limits/limiterBehaviour.ts';
import { limitTrialsIn, rateLimitTestAccount } from '../oracles/limits/models/limitTrials.ts';
import { secondUses } from '../oracles/payments/clientOrderIds.ts';
import { paymentHistories } from '../oracles/payments/lifecycle.ts';
import { partialPaymentsIn } from '../oracles/payments/partialPayment.ts';
import { echoesOf } from '../oracles/payments/paymentFields.ts';
import { rereadsIn } from '../oracles/payments/rereadPayments.ts';
import { paymentsInSeveralViews } from '../oracles/payments/viewAgreement.ts';
import { searchPagesIn } from '../oracles/search/paging.ts';
import type { Exchange } from '../traffic/journal/exchange.ts';
import type { Sighting } from '../traffic/journal/runRecord.ts';
import type { Collection } from './evidence.ts';
import { webhookCollections } from './webhookCollections.ts';

type Of<T> = Collection<T>['of'];

/** Whole answers. */
const answering = (of: Of<Exchange>, wanted: string): Collection<Exchange> => ({
  of: memoizedByRecord(of),
  wanted,
  exchangesOf: ({ id }) => [id],
});

/** Things that one exchange shows. */
const shown = <T extends { exchange: Exchange }>(of: Of<T>, wanted: string): Collection<T> => ({
  of: memoizedByRecord(of),
  wanted,
  exchangesOf: ({ exchange }) => [exchange.id],
});

/** Things that were seen again and again. */
const reseen = <T extends { sightings: readonly Sighting[] }>(of: Of<T>, wanted: string): Collection<T> => ({
  of: memoizedByRecord(of),
  wanted,
  exchangesOf: ({ sightings }) => sightings.map(({ exchange }) => exchange.id),
});

/** What came of using up an account that may be used up. */
const usedUp = <T>(of: Of<T>, wanted: string, exchangesOf: Collection<T>['exchangesOf']): Collection<T> => ({
  of,
  wanted,
  absent: (record) => ((record.target?.limited ?? []).length === 0 ? noRateLimitTestAccount : undefined),
  exchangesOf,
});

const plainText = new Set(['POST /v1/user/payments/payout', 'POST /v1/user/exchange']);

const isPlain = ({ line }: Exchange) => plainText.has(line.operation ?? '');

const isCreated = ({ source }: AcquiringSighting) => source === 'create';

/** What uses an account up is judged as that alone: it is much of the same, and no law is to need it. */
const documented = memoizedByRecord((record) =>
  record.exchanges.filter(
    (exchange) => exchange.line.operation !== undefined && !rateLimitTestAccount(record, exchange),
  ),
);

const taken = memoizedByRecord((record) => documented(record).filter(({ isTaken }) => isTaken));

const answers = memoizedByRecord((record) => taken(record).filter((exchange) => !isPlain(exchange)));

const json = memoizedByRecord((record) => answers(record).filter((exchange) => exchange.json !== undefined));

/** What laws judge: each collection refuses to be judged when it is empty. */
export const collections = {
  /** Every exchange on a documented operation, at main's cost. */
  exchanges: answering(documented, 'an exchange'),
  /** Accepted answers of documented operations that answer JSON. */
  answers: answering(answers, 'an accepted JSON answer'),
  /** Of these, the ones that are JSON, that show a time, that show an identifier. */
  jsonAnswers: answering(json, 'an answer that is JSON'),
  timedAnswers: answering((record) => json(record).filter(showsTime), 'an answer that shows a time'),
  identifiedAnswers: answering((record) => json(record).filter(showsId), 'an answer that shows an identifier'),
  /** Accepted answers of the two plain-text creations (§ General conventions). */
  plainTextAnswers: answering((record) => taken(record).filter(isPlain), 'an accepted plain-text creation'),
  /** Accepted answers of search to sound queries. */
  pages: answering((record) => searchPagesIn({ exchanges: documented(record) }), 'an accepted answer of search'),
  /** Accepted answers to the methods list. */
  methodLists: answering(
    (record) => taken(record).filter(({ line }) => line.operation === 'GET /v1/user/methods'),
    'an accepted methods list',
  ),
  /** Payments as views show them, each state that one shows once. */
  payments: shown(({ payments }) => distinctStates(payments), 'a payment in any answer'),
  /** Answers to create pay-in, host-to-host left out (PAY-10a), and those that may tell of an earlier one. */
  createdPayins: shown(
    (record) =>
      record.payments.filter(
        ({ source, value, exchange }) => source === 'create' && value['h2H'] !== true && !isReused(record, exchange),
      ),
    'an accepted create pay-in',
  ),
  methods: shown(({ methods }) => methods, 'a method in the methods list'),
  creations: shown(({ creations }) => creations, 'an accepted creation'),
  /** Of these, the ones whose answer shows the id that was given. */
  namedCreations: shown(
    ({ creations }) => creations.filter(({ id }) => id !== undefined),
    'an accepted creation that answers an id',
  ),
  /** Creations whose clientOrderId or comment some view shows again. */
  echoes: {
    ...shown(echoesOf, 'a creation that some view shows with its clientOrderId or comment'),
    exchangesOf: (echo) => [echo.exchange.id, ...echo.shown.map(({ exchange }) => exchange.id)],
  } satisfies Collection<ReturnType<typeof echoesOf>[number]>,
  /** Reads of payments of ours that were made in part. */
  partials: shown(partialPaymentsIn, 'a read of a payment that was made in part'),
  histories: reseen(
    (record) => paymentHistories(record).filter(({ sightings }) => sightings.length > 1),
    'a payment that was read twice',
  ),
  /** The moves of payments, checkouts and requests that were seen, now or in earlier runs. */
  moves: {
    of: memoizedByRecord(observedMoves),
    wanted: 'a record that moved between two reads',
    exchangesOf: ({ exchanges }) => exchanges,
  } satisfies Collection<ReturnType<typeof observedMoves>[number]>,
  /** What became of checkouts that were paid in ways whose end is not shown; there need not be any. */
  endings: {
    of: memoizedByRecord(observedOutcomes),
    wanted: 'the end of a checkout that was paid oddly',
    exchangesOf: ({ exchanges }) => exchanges,
  } satisfies Collection<ReturnType<typeof observedOutcomes>[number]>,
  /** What the balances look like. */
  balanceShapes: shown(balanceForms, 'an accepted answer of the balances'),
  /** Payments of earlier runs that this one has read again; there need not be any. */
  rereads: {
    of: memoizedByRecord(rereadsIn),
    wanted: 'a payment of an earlier run',
    exchangesOf: ({ now }) => [now.exchange.id],
  } satisfies Collection<ReturnType<typeof rereadsIn>[number]>,
  /** Credentials of the target file, each with the first request that was signed by it. */
  credentials: shown(credentialsIn, 'a credential that was used'),
  /** Second uses of clientOrderIds. */
  secondUses: answering(secondUses, 'a second use of a clientOrderId'),
  /** Every accepted exchange, with what it moved. */
  deals: {
    of: memoizedByRecord(observedExchanges),
    wanted: 'an accepted exchange order between two looks',
    exchangesOf: ({ exchanges }) => exchanges,
  } satisfies Collection<ReturnType<typeof observedExchanges>[number]>,
  /** What orders by themselves teach of the target. */
  lessons: {
    of: memoizedByRecord(exchangeObservations),
    wanted: 'an exchange order by itself',
    exchangesOf: ({ exchanges }) => exchanges,
  } satisfies Collection<ReturnType<typeof exchangeObservations>[number]>,
  /** The method classes of accounts whose allowance was used up, what a limiter does, and what passes when the other class is used up. */
  trials: usedUp(
    (record) => limitTrialsIn(record).filter(({ exchanges }) => exchanges.length > 0),
    'an account that was used up',
    ({ exchanges }) => exchanges.map(({ id }) => id),
  ),
  limiterTraits: usedUp(limiterObservations, 'a refusal for the rate', ({ exchanges }) => exchanges),
  crossed: usedUp(crossClassRequestsIn, 'a request when the other allowance is used up', ({ exchange }) => [
    exchange.id,
  ]),
  /** Checkouts and requests, in every answer that shows them and where they were created. */
  checkouts: shown(checkoutsIn, 'a checkout in any answer'),
  requests: shown(requestsIn, 'a request in any answer'),
  createdCheckouts: shown((record) => checkoutsIn(record).filter(isCreated), 'an accepted create checkout'),
  newCheckouts: shown(newCheckouts, 'a checkout that is NEW'),
  quietCheckouts: shown(nonConflictingCheckouts, 'a checkout that is not in CONFLICT'),
  paidCheckouts: shown(paidCheckouts, 'a checkout that was paid'),
  checkoutConflicts: shown(conflictsIn.checkout, 'a checkout in CONFLICT'),
  requestConflicts: shown(conflictsIn.request, 'a request in CONFLICT'),
  /** Checkouts that were seen with a request, and those that settled, or did not, as their request did. */
  linkedCheckouts: reseen(linkedCheckoutsIn, 'a checkout for which a currency was chosen'),
  settledPairs: {
    of: memoizedByRecord(linkedOutcomes),
    wanted: 'a checkout and its request, both settled or read long enough after',
    exchangesOf: ({ exchanges }) => exchanges,
  } satisfies Collection<ReturnType<typeof linkedOutcomes>[number]>,
  createdRequests: shown((record) => requestsIn(record).filter(isCreated), 'an accepted create request'),
  /** Requests without a price that were seen with limits, and again. */
  limitedRequests: reseen(repeatedlySeenLimits, 'a request without a price that was seen again'),
  depositOptions: shown(
    (record) => answersTo(record, 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options'),
    'an accepted answer of the deposit options',
  ),
  bundles: shown(bundlesIn, 'an accepted static address bundle'),
  /** The addresses of bundles, and what bundles say of assets. */
  staticAddresses: shown(staticAddressesIn, 'a static address in a bundle'),
  assetMetas: shown(assetMetasIn, 'an asset in assetsMeta of a bundle'),
  acquiringRates: shown(
    (record) => answersTo(record, 'GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}'),
    'an accepted acquiring rate',
  ),
  stories: reseen(paymentsInSeveralViews, 'a payment seen in two views'),
  ...webhookCollections,
};

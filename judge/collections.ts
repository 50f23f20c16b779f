import { assetMetasIn, bundlesIn, staticAddressesIn } from '../oracles/acquiring/bundles/bundleAddresses.ts';
import { offersIn, withoutSettings } from '../oracles/acquiring/checkouts/enabledAssets.ts';
import { unpaidEndsIn } from '../oracles/acquiring/lifecycle/expiry.ts';
import { repeatedlySeenLimits } from '../oracles/acquiring/lifecycle/immutableFields.ts';
import { linkedOutcomes } from '../oracles/acquiring/lifecycle/linkedOutcomes.ts';
import { observedOutcomes } from '../oracles/acquiring/lifecycle/observedOutcomes.ts';
import { observedMoves } from '../oracles/acquiring/lifecycle/observedTransitions.ts';
import { requestsPaidIn } from '../oracles/acquiring/lifecycle/paidEnds.ts';
import {
  conflictsIn,
  linkedCheckoutsIn,
  newCheckouts,
  nonConflicting,
  paidCheckouts,
} from '../oracles/acquiring/lifecycle/statusRules.ts';
import { unpricedWaiting } from '../oracles/acquiring/requests/listedTerms.ts';
import { payerRequestsIn, withoutPayers } from '../oracles/acquiring/requests/payerFee.ts';
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
import { echoesOf } from '../oracles/payments/echoes.ts';
import { paymentsByAccount } from '../oracles/payments/furtherAccounts.ts';
import { secondUses } from '../oracles/payments/ids/clientOrderIds.ts';
import { paymentHistories } from '../oracles/payments/lifecycle.ts';
import { partialPaymentsIn } from '../oracles/payments/partialPayment.ts';
import { isDirect } from '../oracles/payments/paymentFields.ts';
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

/** Items that each come from one exchange. */
const shown = <T extends { exchange: Exchange }>(of: Of<T>, wanted: string): Collection<T> => ({
  of: memoizedByRecord(of),
  wanted,
  exchangesOf: ({ exchange }) => [exchange.id],
});

/** Items that were seen several times. */
const reseen = <T extends { sightings: readonly Sighting[] }>(of: Of<T>, wanted: string): Collection<T> => ({
  of: memoizedByRecord(of),
  wanted,
  exchangesOf: ({ sightings }) => sightings.map(({ exchange }) => exchange.id),
});

/** A collection of results of the rate-limit test. It may be empty if the target file names no account for that test. */
const usedUp = <T>(of: Of<T>, wanted: string, exchangesOf: Collection<T>['exchangesOf']): Collection<T> => ({
  of,
  wanted,
  absent: (record) => ((record.target?.limited ?? []).length === 0 ? noRateLimitTestAccount : undefined),
  exchangesOf,
});

const plainText = new Set(['POST /v1/user/payments/payout', 'POST /v1/user/exchange']);

const isPlain = ({ line }: Exchange) => plainText.has(line.operation ?? '');

const isCreated = ({ source }: AcquiringSighting) => source === 'create';

/**
 * Returns the exchanges on documented operations; of the rate-limit test only what the target accepted. What it refused or left unanswered under that load tells
 * nothing but the rate limit.
 */
const documented = memoizedByRecord((record) =>
  record.exchanges.filter(
    (exchange) =>
      exchange.line.operation !== undefined && (exchange.isTaken || !rateLimitTestAccount(record, exchange)),
  ),
);

const taken = memoizedByRecord((record) => documented(record).filter(({ isTaken }) => isTaken));

const answers = memoizedByRecord((record) => taken(record).filter((exchange) => !isPlain(exchange)));

const json = memoizedByRecord((record) => answers(record).filter((exchange) => exchange.json !== undefined));

/** What trace checks judge. A check on an empty collection gives no pass. */
export const collections = {
  /** Every exchange on a documented operation, of the rate-limit test only the accepted ones. */
  exchanges: answering(documented, 'an exchange'),
  /** Accepted answers of documented operations that return JSON. */
  answers: answering(answers, 'an accepted JSON answer'),
  /** Those of the answers above that contain valid JSON. The next two collections contain a time or an identifier. */
  jsonAnswers: answering(json, 'an answer with valid JSON'),
  timedAnswers: answering((record) => json(record).filter(showsTime), 'an answer that shows a time'),
  identifiedAnswers: answering((record) => json(record).filter(showsId), 'an answer that shows an identifier'),
  /** Accepted answers of the two creations that answer in plain text (§ General conventions). */
  plainTextAnswers: answering((record) => taken(record).filter(isPlain), 'an accepted plain-text creation'),
  /** Accepted search answers to valid queries. */
  pages: answering((record) => searchPagesIn({ exchanges: documented(record) }), 'an accepted answer of search'),
  /** Accepted answers of the methods list. */
  methodLists: answering(
    (record) => taken(record).filter(({ line }) => line.operation === 'GET /v1/user/methods'),
    'an accepted answer of the methods list',
  ),
  /** Payments as views show them, with each state once per view. */
  payments: shown(({ payments }) => distinctStates(payments), 'a payment in any answer'),
  /** The same of every account that the run has used. */
  paymentsOfAll: shown(
    (record) => paymentsByAccount(record).flatMap(({ payments }) => distinctStates(payments)),
    'a payment in any answer',
  ),
  /** Answers to create pay-in, except host-to-host (PAY-10a) and answers that may describe an earlier payment. */
  createdPayins: shown(
    (record) =>
      record.payments.filter(
        ({ source, value, exchange }) => source === 'create' && !isDirect(value) && !isReused(record, exchange),
      ),
    'an accepted create pay-in',
  ),
  methods: shown(({ methods }) => methods, 'a method in the methods list'),
  creations: shown(({ creations }) => creations, 'an accepted creation'),
  /** The creations whose answer shows the id of the new payment. */
  namedCreations: shown(
    ({ creations }) => creations.filter(({ id }) => id !== undefined),
    'an accepted creation that returns an id',
  ),
  /** Creations whose clientOrderId or comment appears again in some view. */
  echoes: {
    ...shown(echoesOf, 'a creation that some view shows with its clientOrderId or comment'),
    exchangesOf: (echo) => [echo.exchange.id, ...echo.shown.map(({ exchange }) => exchange.id)],
  } satisfies Collection<ReturnType<typeof echoesOf>[number]>,
  /** Reads of the run's own partially completed payments. */
  partials: shown(partialPaymentsIn, 'a read of a partially completed payment'),
  histories: reseen(
    (record) => paymentHistories(record).filter(({ sightings }) => sightings.length > 1),
    'a payment that was read twice',
  ),
  /** Status changes of payments, checkouts and requests seen in this run or in earlier ones. */
  moves: {
    of: memoizedByRecord(observedMoves),
    wanted: 'a record that changed between two reads',
    exchangesOf: ({ exchanges }) => exchanges,
  } satisfies Collection<ReturnType<typeof observedMoves>[number]>,
  /** The outcomes of checkouts that were paid in an irregular way, for which the interface leaves the outcome open. The collection may be empty. */
  endings: {
    of: memoizedByRecord(observedOutcomes),
    wanted: 'the end of a checkout with an irregular payment',
    exchangesOf: ({ exchanges }) => exchanges,
  } satisfies Collection<ReturnType<typeof observedOutcomes>[number]>,
  /** The formats of the balances. */
  balanceShapes: shown(balanceForms, 'an accepted answer of the balances'),
  /** Payments of earlier runs that this run has read again; there may be none. */
  rereads: {
    of: memoizedByRecord(rereadsIn),
    wanted: 'a payment of an earlier run',
    exchangesOf: ({ now }) => [now.exchange.id],
  } satisfies Collection<ReturnType<typeof rereadsIn>[number]>,
  /** Credentials of the target file, each with the first request that it signed. */
  credentials: shown(credentialsIn, 'a credential that was used'),
  /** Requests that use a clientOrderId for the second time. */
  secondUses: answering(secondUses, 'a second use of a clientOrderId'),
  /** Every accepted exchange order, with the amounts that it moved. */
  deals: {
    of: memoizedByRecord(observedExchanges),
    wanted: 'an accepted exchange order between two reads of the balances',
    exchangesOf: ({ exchanges }) => exchanges,
  } satisfies Collection<ReturnType<typeof observedExchanges>[number]>,
  /** What the suite's own exchange orders show about the target, if no other movement occurred. */
  lessons: {
    of: memoizedByRecord(exchangeObservations),
    wanted: 'an exchange order with no other order beside it',
    exchangesOf: ({ exchanges }) => exchanges,
  } satisfies Collection<ReturnType<typeof exchangeObservations>[number]>,
  /** The rate-limit test by method class, the behaviour of the limiter, and the requests of one class sent while the other class had no quota left. */
  trials: usedUp(
    (record) => limitTrialsIn(record).filter(({ exchanges }) => exchanges.length > 0),
    'an account whose quota was used up',
    ({ exchanges }) => exchanges.map(({ id }) => id),
  ),
  limiterTraits: usedUp(limiterObservations, 'a request refused by the rate limit', ({ exchanges }) => exchanges),
  crossed: usedUp(
    crossClassRequestsIn,
    'a request sent while the quota of the other method class is used up',
    ({ exchange }) => [exchange.id],
  ),
  /** Checkouts and requests in every answer that shows them, including their creation. */
  checkouts: shown(checkoutsIn, 'a checkout in any answer'),
  requests: shown(requestsIn, 'a request in any answer'),
  createdCheckouts: shown((record) => checkoutsIn(record).filter(isCreated), 'an accepted create checkout'),
  newCheckouts: shown(newCheckouts, 'a checkout that is NEW'),
  quietCheckouts: shown(nonConflicting.checkout, 'a checkout that is not in CONFLICT'),
  quietRequests: shown(nonConflicting.request, 'a request that is not in CONFLICT'),
  paidCheckouts: shown(paidCheckouts, 'a checkout that was paid'),
  checkoutConflicts: shown(conflictsIn.checkout, 'a checkout in CONFLICT'),
  requestConflicts: shown(conflictsIn.request, 'a request in CONFLICT'),
  /** Checkouts that were seen with a request, and pairs of a checkout and its request whose outcomes can be compared. */
  linkedCheckouts: reseen(linkedCheckoutsIn, 'a checkout for which a currency was chosen'),
  settledPairs: {
    of: memoizedByRecord(linkedOutcomes),
    wanted: 'a checkout and its request, both settled or read late enough',
    exchangesOf: ({ exchanges }) => exchanges,
  } satisfies Collection<ReturnType<typeof linkedOutcomes>[number]>,
  createdRequests: shown((record) => requestsIn(record).filter(isCreated), 'an accepted create request'),
  /** Requests without a price whose limits were seen more than once. */
  limitedRequests: reseen(repeatedlySeenLimits, 'a request without a price that was seen again'),
  /** Waiting requests without a price, in projects whose deposit options were read. */
  listedRequests: shown(unpricedWaiting, 'a request without a price that waits, beside the deposit options'),
  depositOptions: shown(
    (record) => answersTo(record, 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options'),
    'an accepted answer of the deposit options',
  ),
  /** Deposit options and checkouts beside the settings of their project; the target file need not name what is enabled. */
  offers: { ...shown(offersIn, 'an offer of a project whose enabled assets are known'), absent: withoutSettings },
  /** Requests that this run paid, and requests of checkouts whose end user pays the fee. */
  requestsPaid: {
    of: requestsPaidIn,
    wanted: 'a request that this run paid',
    exchangesOf: ({ exchanges }) => exchanges,
  } satisfies Collection<ReturnType<typeof requestsPaidIn>[number]>,
  payerRequests: { ...shown(payerRequestsIn, 'a request whose end user pays the fee'), absent: withoutPayers },
  /** Checkouts that nobody paid and that ended, or should have. */
  unpaidEnds: {
    of: memoizedByRecord(unpaidEndsIn),
    wanted: 'a checkout that nobody paid, seen after its time',
    exchangesOf: ({ exchanges }) => exchanges,
  } satisfies Collection<ReturnType<typeof unpaidEndsIn>[number]>,
  bundles: shown(bundlesIn, 'an accepted static address bundle'),
  /** The addresses in bundles, and the asset data in bundles. */
  staticAddresses: shown(staticAddressesIn, 'a static address in a bundle'),
  assetMetas: shown(assetMetasIn, 'an asset in assetsMeta of a bundle'),
  acquiringRates: shown(
    (record) => answersTo(record, 'GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}'),
    'an accepted acquiring rate',
  ),
  stories: reseen(paymentsInSeveralViews, 'a payment seen in two views'),
  ...webhookCollections,
};

import type { Chain } from '../chain/blockchain.ts';
import { simulatedChain } from '../chain/simulatedChain.ts';
import type {
  AcquiringRequest,
  Bundle,
  Checkout,
  CheckoutStatus,
  Problem,
  Project,
  Receipt,
  RequestStatus,
} from '../domain/acquiring.ts';
import { type Books, type Holder, openBooks } from '../domain/books.ts';
import { type Clock, type Instant, machineClock } from '../domain/clock.ts';
import { PAIRS, type Pair } from '../domain/exchangePairs.ts';
import type { Answer } from '../domain/httpMessages.ts';
import type { Method } from '../domain/method.ts';
import { METHOD_CATALOGUE, openingBalances } from '../domain/methodCatalogue.ts';
import type { Money } from '../domain/money.ts';
import { noPages, type Pages } from '../domain/pages.ts';
import type { Status, StoredPayment } from '../domain/payment.ts';
import type { Quota } from '../domain/quota.ts';
import { newRandom } from '../domain/random.ts';
import type { Token } from '../domain/tokens.ts';
import { noWebhooks, type Webhooks } from '../domain/webhook.ts';
import type { Rules } from '../rules/index.ts';
import { type IdSource, newId } from './newId.ts';

/** The properties of an account that are set when an instance is created. */
export interface AccountSetup {
  readonly label: string;
  readonly tokens: readonly Token[];
  readonly projects: readonly Project[];
  readonly crossPayout: boolean;
  /** The account's own rate limit, which replaces the rate limit of the instance. If null, the rate limit of the instance applies. */
  readonly quota: Quota | null;
}

/** A use of a clientOrderId: its time and its answer. */
export interface ClientOrderIdUse {
  readonly at: Instant;
  readonly answer: Answer;
  /** A digest of the body of the first use, as it came. */
  readonly body: string;
}

/** Money that an order took from a balance, and the time. */
export interface RecentDebit {
  readonly at: Instant;
  readonly currency: string;
  readonly amount: Money;
}

/** A merchant account: its tokens, its money, its records. */
export interface Account extends AccountSetup, Holder {
  readonly ownerId: string;
  readonly integrationId: string;
  readonly payments: StoredPayment[];
  readonly usedClientOrderIds: Map<string, ClientOrderIdUse>;
  /** The newest order without clientOrderId, by operation and body. */
  readonly unnamedOrders: Map<string, ClientOrderIdUse>;
  /** The salts of accepted requests, each with its signature. */
  readonly usedSalts: Map<string, string>;
  /** The debits of orders within the period that a rule sets, newest last. */
  readonly recentDebits: RecentDebit[];
  /** The text of the last accepted body, by operation. */
  readonly lastBodies: Map<string, string>;
  /**
   * For each counter, the times at which the counted requests stop counting against the quota. The times are milliseconds of the machine's clock, in ascending
   * order.
   */
  readonly countedMs: Map<string, number[]>;
}

interface MoveOf<Kind extends string, To, Reason> {
  readonly at: Instant;
  readonly kind: Kind;
  readonly id: string;
  readonly to: To;
  readonly reason: Reason | null;
}

/** A change scheduled on the clock; the first request after `at` applies it if it is still allowed. */
export type ScheduledMove =
  | MoveOf<'payment', Status, string>
  | MoveOf<'checkout', CheckoutStatus, Problem>
  | MoveOf<'request', RequestStatus, Problem>;

/** The inputs for creating an instance. */
export interface InstanceSetup {
  readonly seed: string;
  readonly baseUrl: string;
  readonly accounts: readonly AccountSetup[];
  readonly clock?: Clock;
  readonly quota?: Quota | undefined;
}

/** The whole state of one service; nothing else is stored between requests. */
export interface Instance extends IdSource {
  readonly baseUrl: string;
  readonly clock: Clock;
  clockOffset: Instant;
  /** The rate limit of each account that has no rate limit of its own; null for no limit. */
  readonly quota: Quota | null;
  served: number;
  /** Who read balances last, and when; null before the first read. */
  balancesRead: { readonly by: Account; readonly at: Instant } | null;
  /** The number of refusals by code. */
  readonly refused: Map<string, number>;
  recorded: number;
  readonly accounts: readonly Account[];
  readonly books: Books;
  readonly methods: readonly Method[];
  readonly pairs: readonly Pair[];
  readonly payments: Map<string, StoredPayment>;
  readonly scheduledMoves: ScheduledMove[];
  readonly checkouts: Map<string, Checkout>;
  readonly requests: Map<string, AcquiringRequest>;
  readonly bundles: Map<string, Bundle>;
  readonly chain: Chain;
  /** Transfers seen on a blockchain and not confirmed yet, by transaction. */
  readonly receipts: Map<string, Receipt>;
  readonly webhooks: Webhooks;
  /** The end user's side: hosted pages, payment links, the widget. */
  readonly pages: Pages;
}

/** A service: an instance and the rules that it follows. */
export interface Service {
  readonly name: string;
  readonly instance: Instance;
  readonly rules: Rules;
}

/** Creates an instance with opening balances and the catalogue, and without payments. */
export function newInstance(setup: InstanceSetup, rules: Rules): Instance {
  const ids = { random: newRandom(setup.seed), givenUuids: new Map() } satisfies IdSource;
  const terms = rules.catalogue(METHOD_CATALOGUE);
  const accounts = setup.accounts.map((account, nth) => ({
    ...account,
    tokens: account.tokens.map((token) => ({ ...token })),
    ownerId: newId(ids, rules, 'OWN'),
    integrationId: newId(ids, rules, 'INT'),
    balances: openingBalances(terms, rules.openingBalance, nth),
    payments: [],
    usedClientOrderIds: new Map(),
    unnamedOrders: new Map(),
    usedSalts: new Map(),
    recentDebits: [],
    lastBodies: new Map(),
    countedMs: new Map(),
  }));
  return {
    ...ids,
    baseUrl: setup.baseUrl,
    clock: setup.clock ?? machineClock,
    clockOffset: 0n,
    quota: setup.quota ?? null,
    served: 0,
    balancesRead: null,
    refused: new Map(),
    recorded: 0,
    accounts,
    books: openBooks(accounts),
    methods: terms.map((method) => ({ id: newId(ids, rules, 'PMD'), ...method })),
    pairs: rules.pairsOffered(PAIRS),
    payments: new Map(),
    scheduledMoves: [],
    checkouts: new Map(),
    requests: new Map(),
    bundles: new Map(),
    chain: simulatedChain(ids.random, rules),
    receipts: new Map(),
    webhooks: noWebhooks(),
    pages: noPages(accounts.flatMap(({ projects }) => projects)),
  };
}

/** The time of an instance: the machine's time plus the offset that the control API added. */
export const now = (instance: Instance): Instant => instance.clock() + instance.clockOffset;

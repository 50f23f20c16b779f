import { TraceCheckLog } from '../../judge/assertionLog.ts';
import { type RecordView, viewOf } from '../../judge/recordView.ts';
import type { Deadlines } from '../../traffic/target/file/readTargetFile.ts';
import type { Paths } from '../../traffic/target/file/targetFile.ts';
import { type CheckoutLifetime, checkoutLifetimeOf } from '../actions/acquiring/checkoutLifetime.ts';
import { type Deposits, depositsOf } from '../actions/acquiring/deposits.ts';
import { type HarmlessWrites, harmlessWritesOf } from '../actions/acquiring/harmlessWrite.ts';
import { type PaidRequests, paidRequestsOf } from '../actions/acquiring/paidRequests.ts';
import { type Projects, projectsOf } from '../actions/acquiring/projects.ts';
import { type ReadBacks, readBacksOf } from '../actions/acquiring/readBack.ts';
import { type Trades, tradesFor } from '../actions/exchange/trades.ts';
import { type Accounts, accountsOf } from '../actions/inputs/accounts.ts';
import { type Combinations, combinationsFor } from '../actions/inputs/combinations.ts';
import { type Compose, composeWith, type Draw, drawWith } from '../actions/inputs/draw.ts';
import { type Methods, readMethods } from '../actions/inputs/methods.ts';
import { type MethodVariants, methodVariantsFor } from '../actions/inputs/methodVariants.ts';
import { type MockCards, mockCardsOf } from '../actions/inputs/mockCards.ts';
import { type Balances, balancesOf } from '../actions/payments/balances.ts';
import { type CrossPayouts, crossPayoutsOf } from '../actions/payments/crossPayout.ts';
import { type RateLimitTest, rateLimitTestOf } from '../actions/rateLimit/rateLimitTest.ts';
import { type Rejects, rejectsOf } from '../actions/refusals/credentialRefusal.ts';
import { type Refuses, refusesWith } from '../actions/refusals/refusal.ts';
import { type SampleRequests, sampleRequestsOf } from '../actions/sampleRequests.ts';
import { type Pages, pagesOf } from '../pages/tours/pages.ts';
import { type Webhooks, webhooksOf } from '../webhooks/webhookTool.ts';
import { Api } from '../worker/api.ts';
import { type ControlActions, controlActionsOf } from '../worker/controlActions.ts';
import { TestAssertionLog } from '../worker/testAssertionLog.ts';
import type { Worker } from '../worker/worker.ts';
import type { WorkerRun } from './workerRun.ts';

/** The tools that a requirement can request by name. A test requests `api`, a trace check `record`. */
export interface Tools {
  /** Asserts something about exchanges, by the name of an oracle. */
  assertions: TestAssertionLog;
  worker: Worker;
  /** Sends requests to the target and stores them under the requirement of the test. */
  api: Api;
  /** Access to the target with other credentials of the target file. */
  accounts: Accounts;
  /** Sends a control request and a defect, and asserts that the defect was refused. */
  refuses: Refuses;
  /** Sends wrong credentials and signatures, and asserts that they were refused. */
  rejects: Rejects;
  /** Writes that leave nothing behind. */
  harmlessWrites: HarmlessWrites;
  /** The target's own methods list. */
  methods: Methods;
  /** The time limits of the target, by purpose. */
  deadlines: Deadlines;
  /** Paths of endpoints that interface.md does not show, from the target file. */
  paths: Paths;
  /** Generates one value from the run's seed. */
  draw: Draw;
  /** Generates a body from the run's seed. A missing sample stops the test as unverified. */
  compose: Compose;
  /** The two mock cards and another card (§ Sandbox); only a sandbox or an emulator has them. */
  cards: MockCards;
  /** The combinations of the requirement; a run tries only some of them. */
  combinations: Combinations;
  /** The listed methods that this run tries, each with a valid plan. */
  methodVariants: MethodVariants;
  /** Pay-outs that their balance does not cover, on accounts with and without cross payout. */
  crossPayouts: CrossPayouts;
  /** Exchange orders of the target's own pairs, if they move test money. */
  trades: Trades;
  /** The projects (widgets) of the target file, with their deposit options. */
  projects: Projects;
  /** Checkouts with the longest tried lifetime that the target accepts. */
  checkoutLifetime: CheckoutLifetime;
  /** Reads of checkouts and requests, at the paths from the target file. */
  readBacks: ReadBacks;
  /** Checkouts and requests with a payment scenario. */
  paidRequests: PaidRequests;
  /** The balances of the account, and how much of them a requirement may spend. */
  balances: Balances;
  /** Tours of the hosted page and the widget in a browser. */
  pages: Pages;
  /** Payments to static addresses of the run. */
  deposits: Deposits;
  /** The rate-limit test, on an account with a quota of its own. */
  rateLimitTest: RateLimitTest;
  /** A plan for each documented operation; if an operation has no plan, the log says why. */
  sampleRequests: SampleRequests;
  /** Changes the target by means outside the interface. */
  control: ControlActions;
  /** The receiver of webhooks, and its answers. */
  webhooks: Webhooks;
  /** The record of all traffic of the run. */
  record: RecordView;
}

/** The name of a tool. */
export type ToolName = keyof Tools;

/** Makes the tools of one requirement, each on first use. */
export class Toolbox {
  readonly #opened: WorkerRun;
  readonly #ledger: TestAssertionLog | TraceCheckLog;
  readonly #made = new Map<ToolName, Promise<unknown>>();

  constructor(workerRun: WorkerRun, log: TestAssertionLog | TraceCheckLog) {
    this.#opened = workerRun;
    this.#ledger = log;
  }

  /** Returns the tool with this name. Throws if a trace check uses a tool of a test, or the reverse. */
  get<Name extends ToolName>(name: Name): Promise<Tools[Name]> {
    const made = this.#made.get(name) ?? makers[name](this);
    this.#made.set(name, made);
    return made as Promise<Tools[Name]>;
  }

  get opened(): WorkerRun {
    return this.#opened;
  }

  /** The log of a test. */
  get assertions(): TestAssertionLog {
    if (this.#ledger instanceof TestAssertionLog) return this.#ledger;
    throw new Error(`${this.#ledger.id} is a trace check: it judges the record and sends no requests`);
  }

  /** The log of a trace check. */
  get traceCheckLog(): TraceCheckLog {
    if (this.#ledger instanceof TraceCheckLog) return this.#ledger;
    throw new Error(`${this.#ledger.id} is a test: the record is not complete while it runs`);
  }
}

const makers: { [Name in ToolName]: (box: Toolbox) => Promise<Tools[Name]> } = {
  assertions: async (box) => box.assertions,
  worker: (box) => box.opened.worker(),
  api: async (box) => {
    const hint = 'the run only reads (--tier passive)';
    const forbid = (method: string) =>
      box.assertions.stop({ code: 'missing', wanted: `permission to send a ${method}`, hint, exchanges: [] });
    return new Api(await box.get('worker'), box.assertions.id, { forbid, stop: (fault) => box.assertions.stop(fault) });
  },
  accounts: async (box) => {
    const [worker, api] = await Promise.all([box.get('worker'), box.get('api')]);
    return accountsOf({ worker, api, log: box.assertions });
  },
  refuses: async (box) => refusesWith(box.assertions),
  rejects: async (box) => rejectsOf(await box.get('worker'), await box.get('api'), box.assertions),
  harmlessWrites: async (box) => harmlessWritesOf(await box.get('worker'), await box.get('api')),
  methods: async (box) => readMethods(await box.get('worker'), await box.get('api'), box.assertions),
  deadlines: async (box) => (await box.get('worker')).target.deadlines,
  paths: async (box) => (await box.get('worker')).target.paths,
  draw: async (box) => drawWith(await box.get('worker'), box.assertions),
  compose: async (box) => composeWith(await box.get('worker'), await box.get('draw'), box.assertions),
  cards: async (box) => mockCardsOf(await box.get('worker'), box.assertions),
  combinations: async (box) => combinationsFor(await box.get('worker'), box.assertions),
  methodVariants: async (box) => {
    const [worker, methods, combinations, draw] = await Promise.all([
      box.get('worker'),
      box.get('methods'),
      box.get('combinations'),
      box.get('draw'),
    ]);
    return methodVariantsFor({ worker, methods, combinations, draw, log: box.assertions });
  },
  crossPayouts: async (box) => {
    const [worker, api, methods, draw] = await Promise.all([
      box.get('worker'),
      box.get('api'),
      box.get('methods'),
      box.get('draw'),
    ]);
    return crossPayoutsOf({ worker, api, methods, draw, log: box.assertions });
  },
  trades: async (box) => tradesFor({ worker: await box.get('worker'), api: await box.get('api'), log: box.assertions }),
  projects: async (box) => projectsOf(await box.get('worker'), await box.get('api'), box.assertions),
  checkoutLifetime: async (box) => checkoutLifetimeOf(await box.get('worker'), await box.get('api')),
  readBacks: async (box) => readBacksOf(await box.get('worker'), await box.get('api'), box.assertions),
  paidRequests: async (box) => {
    const [worker, api, control] = await Promise.all([box.get('worker'), box.get('api'), box.get('control')]);
    const [projects, readBacks] = await Promise.all([box.get('projects'), box.get('readBacks')]);
    return paidRequestsOf({ worker, api, control, projects, readBacks, log: box.assertions });
  },
  pages: async (box) => {
    const [worker, api, control] = await Promise.all([box.get('worker'), box.get('api'), box.get('control')]);
    const [projects, readBacks] = await Promise.all([box.get('projects'), box.get('readBacks')]);
    const checkoutLifetime = await box.get('checkoutLifetime');
    return pagesOf({ worker, api, control, projects, readBacks, checkoutLifetime, log: box.assertions });
  },
  balances: async (box) => balancesOf(await box.get('worker'), await box.get('api')),
  deposits: async (box) => {
    const [worker, api, control] = await Promise.all([box.get('worker'), box.get('api'), box.get('control')]);
    const [projects, balances] = await Promise.all([box.get('projects'), box.get('balances')]);
    return depositsOf({ worker, api, control, projects, balances, log: box.assertions });
  },
  rateLimitTest: async (box) => rateLimitTestOf(await box.get('worker'), await box.get('api'), box.assertions),
  sampleRequests: async (box) => {
    const [worker, api, combinations, compose] = await Promise.all([
      box.get('worker'),
      box.get('api'),
      box.get('combinations'),
      box.get('compose'),
    ]);
    return sampleRequestsOf({
      worker,
      api,
      combinations,
      compose,
      log: box.assertions,
      methods: () => box.get('methods'),
    });
  },
  webhooks: async (box) => webhooksOf(await box.get('worker'), box.assertions),
  control: async (box) => controlActionsOf(await box.get('worker'), box.assertions),
  record: async (box) => viewOf(await box.opened.record(), box.traceCheckLog),
};

/** The names of all tools. */
export const toolNames = Object.keys(makers) as ToolName[];

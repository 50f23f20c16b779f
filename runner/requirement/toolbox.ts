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
import { type Webhooks, webhooksOf } from '../webhooks/webhookTool.ts';
import { Api } from '../worker/api.ts';
import { type ControlActions, controlActionsOf } from '../worker/controlActions.ts';
import { TestAssertionLog } from '../worker/testAssertionLog.ts';
import type { Worker } from '../worker/worker.ts';
import type { WorkerRun } from './workerRun.ts';

/** What a requirement may ask for by name. A probe asks for `api`, a law for `record`. */
export interface Tools {
  /** Claims something of exchanges, by the name of an oracle. */
  assertions: TestAssertionLog;
  worker: Worker;
  /** The door to the target; what it sends is kept under the test's requirement. */
  api: Api;
  /** Doors by other credentials of the target file. */
  accounts: Accounts;
  /** Sends a sound twin and a defect, and claims that the defect was refused. */
  refuses: Refuses;
  /** Sends wrong credentials and signatures, and claims that they were refused. */
  rejects: Rejects;
  /** Writes that leave nothing behind. */
  harmlessWrites: HarmlessWrites;
  /** The target's own methods list. */
  methods: Methods;
  /** How long the target is given for what. */
  deadlines: Deadlines;
  /** Paths of endpoints that interface.md does not show, as the target's file names them. */
  paths: Paths;
  /** Draws one value from the run's seed. */
  draw: Draw;
  /** Draws a body from the run's seed; what it lacks of samples stops the test as unverified. */
  compose: Compose;
  /** The two mock cards and some others (§ Sandbox); a target that is no sandbox has none. */
  cards: MockCards;
  /** The cells of which this run tries some. */
  combinations: Combinations;
  /** The listed methods whose turn it is, each with a sound plan. */
  methodVariants: MethodVariants;
  /** Pay-outs that their balance does not hold, on accounts with cross payout and without. */
  crossPayouts: CrossPayouts;
  /** Exchange orders of the target's own pairs, where they move test money. */
  trades: Trades;
  /** The projects (widgets) of the target file, with their deposit options. */
  projects: Projects;
  /** Checkouts that are to expire as late as the target takes, of the lives that are tried. */
  checkoutLifetime: CheckoutLifetime;
  /** Reads of checkouts and requests, at the paths that the target file names. */
  readBacks: ReadBacks;
  /** Checkouts and requests that somebody pays, or nobody does. */
  paidRequests: PaidRequests;
  /** The account's money, as far as a requirement may spend of it. */
  balances: Balances;
  /** Payments to static addresses of the run's own. */
  deposits: Deposits;
  /** The allowance of an account that may be used up. */
  rateLimitTest: RateLimitTest;
  /** A plan for each documented operation; where there is none, says why. */
  sampleRequests: SampleRequests;
  /** What makes the target move outside the interface. */
  control: ControlActions;
  /** The receiver of webhooks, and how it answers. */
  webhooks: Webhooks;
  /** What all traffic of the run left behind. */
  record: RecordView;
}

/** The name of a tool. */
export type ToolName = keyof Tools;

/** Makes the tools of one requirement, each when it is first asked for. */
export class Toolbox {
  readonly #opened: WorkerRun;
  readonly #ledger: TestAssertionLog | TraceCheckLog;
  readonly #made = new Map<ToolName, Promise<unknown>>();

  constructor(workerRun: WorkerRun, ledger: TestAssertionLog | TraceCheckLog) {
    this.#opened = workerRun;
    this.#ledger = ledger;
  }

  /** The tool of this name. Throws for a probe's tool in a law, and the reverse. */
  get<Name extends ToolName>(name: Name): Promise<Tools[Name]> {
    const made = this.#made.get(name) ?? makers[name](this);
    this.#made.set(name, made);
    return made as Promise<Tools[Name]>;
  }

  get opened(): WorkerRun {
    return this.#opened;
  }

  /** The ledger of a probe. */
  get assertions(): TestAssertionLog {
    if (this.#ledger instanceof TestAssertionLog) return this.#ledger;
    throw new Error(`${this.#ledger.id} is a law: it judges the record and makes no traffic`);
  }

  /** The ledger of a law. */
  get traceCheckLog(): TraceCheckLog {
    if (this.#ledger instanceof TraceCheckLog) return this.#ledger;
    throw new Error(`${this.#ledger.id} is a probe: the record is not complete while it runs`);
  }
}

const makers: { [Name in ToolName]: (box: Toolbox) => Promise<Tools[Name]> } = {
  assertions: async (box) => box.assertions,
  worker: (box) => box.opened.worker(),
  api: async (box) => {
    const hint = 'the run only reads (--tier passive)';
    const forbid = (method: string) =>
      box.assertions.stop({ code: 'missing', wanted: `leave to send a ${method}`, hint, exchanges: [] });
    return new Api(await box.get('worker'), box.assertions.id, { forbid, stop: (fault) => box.assertions.stop(fault) });
  },
  accounts: async (box) => {
    const [stage, api] = await Promise.all([box.get('worker'), box.get('api')]);
    return accountsOf({ stage, api, ledger: box.assertions });
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
    const [methods, cells, draw] = await Promise.all([box.get('methods'), box.get('combinations'), box.get('draw')]);
    return methodVariantsFor({ methods, cells, draw, ledger: box.assertions });
  },
  crossPayouts: async (box) => {
    const [stage, api, methods, draw] = await Promise.all([
      box.get('worker'),
      box.get('api'),
      box.get('methods'),
      box.get('draw'),
    ]);
    return crossPayoutsOf({ stage, api, methods, draw, ledger: box.assertions });
  },
  trades: async (box) =>
    tradesFor({ stage: await box.get('worker'), api: await box.get('api'), ledger: box.assertions }),
  projects: async (box) => projectsOf(await box.get('worker'), await box.get('api'), box.assertions),
  checkoutLifetime: async (box) => checkoutLifetimeOf(await box.get('worker'), await box.get('api')),
  readBacks: async (box) => readBacksOf(await box.get('worker'), await box.get('api'), box.assertions),
  paidRequests: async (box) => {
    const [stage, api, levers] = await Promise.all([box.get('worker'), box.get('api'), box.get('control')]);
    const [projects, readBacks] = await Promise.all([box.get('projects'), box.get('readBacks')]);
    return paidRequestsOf({ stage, api, control: levers, projects, readBacks, log: box.assertions });
  },
  balances: async (box) => balancesOf(await box.get('worker'), await box.get('api')),
  deposits: async (box) => {
    const [stage, api, levers] = await Promise.all([box.get('worker'), box.get('api'), box.get('control')]);
    const [projects, purse] = await Promise.all([box.get('projects'), box.get('balances')]);
    return depositsOf({ stage, api, levers, projects, purse, ledger: box.assertions });
  },
  rateLimitTest: async (box) => rateLimitTestOf(await box.get('worker'), await box.get('api'), box.assertions),
  sampleRequests: async (box) => {
    const [stage, api, cells, compose] = await Promise.all([
      box.get('worker'),
      box.get('api'),
      box.get('combinations'),
      box.get('compose'),
    ]);
    return sampleRequestsOf({ stage, api, cells, compose, ledger: box.assertions, methods: () => box.get('methods') });
  },
  webhooks: async (box) => webhooksOf(await box.get('worker'), box.assertions),
  control: async (box) => controlActionsOf(await box.get('worker'), box.assertions),
  record: async (box) => viewOf(await box.opened.record(), box.traceCheckLog),
};

/** The names of all tools. */
export const toolNames = Object.keys(makers) as ToolName[];

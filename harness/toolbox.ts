import { type Accounts, accountsOf } from './accounts.ts';
import { type Allowance, allowanceOf } from './allowance.ts';
import { Api } from './api.ts';
import { type Cells, cellsFor } from './cells.ts';
import { type Crossings, crossingsOf } from './crossings.ts';
import { type Deposits, depositsOf } from './deposits.ts';
import { type Compose, composeWith, type Draw, drawWith } from './draw.ts';
import { type Lasting, lastingOf } from './lasting.ts';
import { RulingLedger } from './ledger.ts';
import { type Levers, leversOf } from './levers.ts';
import { type Listed, listedWith } from './listed.ts';
import { type Methods, readMethods } from './methods.ts';
import { type Cards, cardsOf } from './mockcards.ts';
import { type Neutral, neutralOf } from './neutral.ts';
import { type Offers, offersOf } from './offers.ts';
import type { Opened } from './opened.ts';
import { type Payers, payersOf } from './payers.ts';
import { type Projects, projectsOf } from './projects.ts';
import { type Purse, purseOf } from './purse.ts';
import { type ReadBacks, readBacksOf } from './readBack.ts';
import { type Refuses, refusesWith } from './refuse.ts';
import { type Rejects, rejectsOf } from './reject.ts';
import type { Stage } from './stage.ts';
import type { Deadlines } from './targets/file.ts';
import type { Paths } from './targets/targetFile.ts';
import { ClaimLedger } from './testAssertionLog.ts';
import { type Trades, tradesFor } from './trades.ts';
import { type RecordView, viewOf } from './view.ts';
import { type Webhooks, webhooksOf } from './webhooks/tool.ts';

/** What a requirement may ask for by name. A probe asks for `api`, a law for `record`. */
export interface Tools {
  /** Claims something of exchanges, by the name of an oracle. */
  claims: ClaimLedger;
  stage: Stage;
  /** The door to the target; what it sends is kept under the test's requirement. */
  api: Api;
  /** Doors by other credentials of the target file. */
  accounts: Accounts;
  /** Sends a sound twin and a defect, and claims that the defect was refused. */
  refuses: Refuses;
  /** Sends wrong credentials and signatures, and claims that they were refused. */
  rejects: Rejects;
  /** Writes that leave nothing behind. */
  neutral: Neutral;
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
  cards: Cards;
  /** The cells of which this run tries some. */
  cells: Cells;
  /** The listed methods whose turn it is, each with a sound plan. */
  listed: Listed;
  /** Pay-outs that their balance does not hold, on accounts with cross payout and without. */
  crossings: Crossings;
  /** Exchange orders of the target's own pairs, where they move test money. */
  trades: Trades;
  /** The projects (widgets) of the target file, with their deposit options. */
  projects: Projects;
  /** Checkouts that are to expire as late as the target takes, of the lives that are tried. */
  lasting: Lasting;
  /** Reads of checkouts and requests, at the paths that the target file names. */
  readBacks: ReadBacks;
  /** Checkouts and requests that somebody pays, or nobody does. */
  payers: Payers;
  /** The account's money, as far as a requirement may spend of it. */
  purse: Purse;
  /** Payments to static addresses of the run's own. */
  deposits: Deposits;
  /** The allowance of an account that may be used up. */
  allowance: Allowance;
  /** A plan for each documented operation; where there is none, says why. */
  offers: Offers;
  /** What makes the target move outside the interface. */
  levers: Levers;
  /** The receiver of webhooks, and how it answers. */
  webhooks: Webhooks;
  /** What all traffic of the run left behind. */
  record: RecordView;
}

/** The name of a tool. */
export type ToolName = keyof Tools;

/** Makes the tools of one requirement, each when it is first asked for. */
export class Toolbox {
  readonly #opened: Opened;
  readonly #ledger: ClaimLedger | RulingLedger;
  readonly #made = new Map<ToolName, Promise<unknown>>();

  constructor(opened: Opened, ledger: ClaimLedger | RulingLedger) {
    this.#opened = opened;
    this.#ledger = ledger;
  }

  /** The tool of this name. Throws for a probe's tool in a law, and the reverse. */
  get<Name extends ToolName>(name: Name): Promise<Tools[Name]> {
    const made = this.#made.get(name) ?? makers[name](this);
    this.#made.set(name, made);
    return made as Promise<Tools[Name]>;
  }

  get opened(): Opened {
    return this.#opened;
  }

  /** The ledger of a probe. */
  get claims(): ClaimLedger {
    if (this.#ledger instanceof ClaimLedger) return this.#ledger;
    throw new Error(`${this.#ledger.id} is a law: it judges the record and makes no traffic`);
  }

  /** The ledger of a law. */
  get rulings(): RulingLedger {
    if (this.#ledger instanceof RulingLedger) return this.#ledger;
    throw new Error(`${this.#ledger.id} is a probe: the record is not complete while it runs`);
  }
}

const makers: { [Name in ToolName]: (box: Toolbox) => Promise<Tools[Name]> } = {
  claims: async (box) => box.claims,
  stage: (box) => box.opened.stage(),
  api: async (box) => {
    const hint = 'the run only reads (--tier passive)';
    const forbid = (method: string) =>
      box.claims.stop({ code: 'missing', wanted: `leave to send a ${method}`, hint, exchanges: [] });
    return new Api(await box.get('stage'), box.claims.id, { forbid, stop: (fault) => box.claims.stop(fault) });
  },
  accounts: async (box) => {
    const [stage, api] = await Promise.all([box.get('stage'), box.get('api')]);
    return accountsOf({ stage, api, ledger: box.claims });
  },
  refuses: async (box) => refusesWith(box.claims),
  rejects: async (box) => rejectsOf(await box.get('stage'), await box.get('api'), box.claims),
  neutral: async (box) => neutralOf(await box.get('stage'), await box.get('api')),
  methods: async (box) => readMethods(await box.get('stage'), await box.get('api'), box.claims),
  deadlines: async (box) => (await box.get('stage')).target.deadlines,
  paths: async (box) => (await box.get('stage')).target.paths,
  draw: async (box) => drawWith(await box.get('stage'), box.claims),
  compose: async (box) => composeWith(await box.get('stage'), await box.get('draw'), box.claims),
  cards: async (box) => cardsOf(await box.get('stage'), box.claims),
  cells: async (box) => cellsFor(await box.get('stage'), box.claims),
  listed: async (box) => {
    const [methods, cells, draw] = await Promise.all([box.get('methods'), box.get('cells'), box.get('draw')]);
    return listedWith({ methods, cells, draw, ledger: box.claims });
  },
  crossings: async (box) => {
    const [stage, api, methods, draw] = await Promise.all([
      box.get('stage'),
      box.get('api'),
      box.get('methods'),
      box.get('draw'),
    ]);
    return crossingsOf({ stage, api, methods, draw, ledger: box.claims });
  },
  trades: async (box) => tradesFor({ stage: await box.get('stage'), api: await box.get('api'), ledger: box.claims }),
  projects: async (box) => projectsOf(await box.get('stage'), await box.get('api'), box.claims),
  lasting: async (box) => lastingOf(await box.get('stage'), await box.get('api')),
  readBacks: async (box) => readBacksOf(await box.get('stage'), await box.get('api'), box.claims),
  payers: async (box) => {
    const [stage, api, levers] = await Promise.all([box.get('stage'), box.get('api'), box.get('levers')]);
    const [projects, readBacks] = await Promise.all([box.get('projects'), box.get('readBacks')]);
    return payersOf({ stage, api, levers, projects, readBacks, ledger: box.claims });
  },
  purse: async (box) => purseOf(await box.get('stage'), await box.get('api')),
  deposits: async (box) => {
    const [stage, api, levers] = await Promise.all([box.get('stage'), box.get('api'), box.get('levers')]);
    const [projects, purse] = await Promise.all([box.get('projects'), box.get('purse')]);
    return depositsOf({ stage, api, levers, projects, purse, ledger: box.claims });
  },
  allowance: async (box) => allowanceOf(await box.get('stage'), await box.get('api'), box.claims),
  offers: async (box) => {
    const [stage, api, cells, compose] = await Promise.all([
      box.get('stage'),
      box.get('api'),
      box.get('cells'),
      box.get('compose'),
    ]);
    return offersOf({ stage, api, cells, compose, ledger: box.claims, methods: () => box.get('methods') });
  },
  webhooks: async (box) => webhooksOf(await box.get('stage'), box.claims),
  levers: async (box) => leversOf(await box.get('stage'), box.claims),
  record: async (box) => viewOf(await box.opened.record(), box.rulings),
};

/** The names of all tools. */
export const toolNames = Object.keys(makers) as ToolName[];

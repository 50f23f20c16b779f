import { test as base, type TestInfo } from '@playwright/test';
import { Api } from './api.ts';
import { bypass, endingOf, isHalted, report, requirementOf } from './conduct.ts';
import { type Compose, composeWith, type Draw, drawWith } from './draw.ts';
import { ClaimLedger, RulingLedger } from './ledger.ts';
import { type Levers, leversOf } from './levers.ts';
import { type Methods, readMethods } from './methods.ts';
import { type Cards, cardsOf } from './mockcards.ts';
import { type Offer, offersOf } from './offers.ts';
import type { RunRecord } from './record.ts';
import { type Refuses, refusesWith } from './refuse.ts';
import { decideRun, placesOf, type Run, runIn, type World } from './run.ts';
import { openStage, type Stage } from './stage.ts';
import { factsOf, openRecord, sweptRecord } from './swept.ts';
import { mounted, readTarget, type Target } from './target.ts';
import type { Deadlines } from './targets/file.ts';
import { type RecordView, viewOf } from './view.ts';

interface WorkerFixtures {
  /** Which world of a fleet a project judges, and where it writes; undefined for the run's own target and folder. */
  world: World | undefined;
  opened: { run: Run; target(): Target; stage(): Promise<Stage>; record(): Promise<RunRecord> };
}

interface TestFixtures {
  conduct: { ledger?: ClaimLedger | RulingLedger };
  /** Claims something of exchanges, by the name of an oracle. */
  claims: ClaimLedger;
  stage: Stage;
  /** The door to the target; what it sends is kept under the test's requirement. */
  api: Api;
  /** Sends a sound twin and a defect, and claims that the defect was refused. */
  refuses: Refuses;
  /** The target's own methods list. */
  methods: Methods;
  /** How long the target is given for what. */
  deadlines: Deadlines;
  /** Draws one value from the run's seed. */
  draw: Draw;
  /** Draws a body from the run's seed; what it lacks of samples stops the test as unverified. */
  compose: Compose;
  /** The two mock cards and some others (§ Sandbox); a target that is no sandbox has none. */
  cards: Cards;
  /** A plan for each documented operation, or why there is none. */
  offers(bodies: { payin: Record<string, unknown>; payout: Record<string, unknown> }): Promise<Offer[]>;
  /** What makes the target move outside the interface. */
  levers: Levers;
  /** What all traffic of the run left behind. */
  record: RecordView;
}

/** Time for a probe's own work, ms; every wait for the target is added to it. */
const probeMs = 60_000;

/** Time for a law, which only computes, ms. */
const lawMs = 120_000;

type Opened = WorkerFixtures['opened'];

/** Runs a probe's test between its ledger's first line and its last. */
async function conductProbe({ opened, testInfo, use }: Conducting): Promise<void> {
  const stage = await opened.stage();
  const ledger = new ClaimLedger(requirementOf(testInfo).id, stage);
  stage.onWait = (ms) => testInfo.setTimeout(testInfo.timeout + ms);
  await use({ ledger });
  const exchanges = stage.record.exchanges.filter(({ line }) => line.requirement === ledger.id).length;
  stage.write({
    kind: 'end',
    requirement: ledger.id,
    ...endingOf(testInfo, ledger),
    claims: ledger.contributions.length,
    exchanges,
  });
  if (!opened.run.silent) report(testInfo, requirementOf(testInfo), ledger);
}

/** Runs a law's test over the swept record. */
async function conductLaw({ opened, testInfo, use }: Conducting): Promise<void> {
  const record = await opened.record();
  const ledger = new RulingLedger(requirementOf(testInfo).id, placesOf(opened.run.out).rulings, record);
  await use({ ledger });
  const { status, message } = endingOf(testInfo, ledger);
  ledger.end(status === 'halted' ? 'error' : status, message);
  // Of half a run a law says nothing but what the target broke; the reports tell it as not run.
  if (!opened.run.silent && !isHalted(opened.run)) report(testInfo, requirementOf(testInfo), ledger);
}

interface Conducting {
  opened: Opened;
  testInfo: TestInfo;
  use(given: TestFixtures['conduct']): Promise<void>;
}

function wanting<T>(value: T | undefined, kind: string): T {
  if (value === undefined) throw new Error(`this fixture is for a ${kind} only`);
  return value;
}

/** Playwright's `test` with the fixtures of a requirement. A probe asks for `api`, a law for `record`. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  world: [undefined, { option: true, scope: 'worker' }],

  opened: [
    async ({ world }, use, workerInfo) => {
      const run = runIn(decideRun(), world);
      const target = () => mounted(readTarget(run.target ?? ''), world?.name);
      const name = `${run.stage}${workerInfo.workerIndex}`;
      let stage: Promise<Stage> | undefined;
      let record: Promise<RunRecord> | undefined;
      await use({
        run,
        target,
        stage: () => (stage ??= openStage({ run, target: target(), name })),
        record: () => (record ??= run.offline ? openRecord(run) : sweptRecord({ run, target: target(), name })),
      });
      await (await stage)?.close();
    },
    { scope: 'worker' },
  ],

  conduct: [
    async ({ opened }, use, testInfo) => {
      const requirement = requirementOf(testInfo);
      const { run } = opened;
      // Waiting until absence may be concluded is not test time either.
      testInfo.setTimeout(0);
      if (requirement.law) await opened.record();
      testInfo.setTimeout(requirement.law ? lawMs : probeMs);
      const facts = await factsOf(run, () => opened.target());
      const why =
        bypass(requirement, { run, facts }) ??
        (!requirement.law && isHalted(run) ? 'not run: the run was halted' : undefined);
      testInfo.skip(why !== undefined, why ?? '');
      await (requirement.law ? conductLaw : conductProbe)({ opened, testInfo, use });
    },
    { auto: true },
  ],

  claims: async ({ conduct }, use) => {
    await use(wanting(conduct.ledger instanceof ClaimLedger ? conduct.ledger : undefined, 'probe'));
  },

  stage: async ({ opened }, use) => {
    await use(await opened.stage());
  },

  api: async ({ stage, claims }, use) => {
    await use(new Api(stage, claims.id));
  },

  refuses: async ({ claims }, use) => {
    await use(refusesWith(claims));
  },

  methods: async ({ stage, api, claims }, use) => {
    await use(await readMethods(stage, api, claims));
  },

  deadlines: async ({ stage }, use) => {
    await use(stage.target.deadlines);
  },

  draw: async ({ stage, claims }, use) => {
    await use(drawWith(stage, claims));
  },

  compose: async ({ draw, claims }, use) => {
    await use(composeWith(draw, claims));
  },

  cards: async ({ stage, claims }, use) => {
    await use(cardsOf(stage, claims));
  },

  offers: async ({ stage, api }, use) => {
    await use((bodies) => offersOf({ stage, api, ...bodies }));
  },

  levers: async ({ stage, claims }, use) => {
    await use(leversOf(stage, claims));
  },

  record: async ({ opened, conduct }, use) => {
    const ledger = wanting(conduct.ledger instanceof RulingLedger ? conduct.ledger : undefined, 'law');
    await use(viewOf(await opened.record(), ledger));
  },
});

export { every, learn, together } from './evidence.ts';
export { law, must, observe, should } from './kinds.ts';
export { create, read } from './plan.ts';
export { addressed, having, signedBy, without } from './refuse.ts';

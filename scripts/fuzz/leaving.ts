import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Finding } from '../../fuzzer/findings/finding.ts';
import { recalledOf } from '../../fuzzer/findings/recalled.ts';
import type { FindingStore } from '../../fuzzer/findings/store.ts';
import { type Ids, namedIn, withIds } from '../../fuzzer/named.ts';
import type { Shown } from '../../fuzzer/run/breach.ts';
import { coveredBy } from '../../fuzzer/run/covered.ts';
import { isItsEnd } from '../../fuzzer/run/gone.ts';
import type { Plan, State } from '../../fuzzer/run/plan.ts';
import type { Budget } from '../../fuzzer/run/purse.ts';
import { requirementNamed } from '../../fuzzer/run/requirements.ts';
import { readCatalogue } from '../../harness/catalogue.ts';
import { type CampaignDocument, type ToldFinding, writeCampaign } from '../../reports/findings/campaign.ts';
import { writeExports } from '../../reports/findings/exports.ts';
import type { Contract } from '../../schemas/contract.ts';
import { ourFault } from '../faults.ts';
import { Writing } from '../written.ts';
import type { Arena } from './arena.ts';

/** What is left of a campaign. */
export interface Leaving {
  arena: Arena;
  state: State;
  budget: Budget;
  store: FindingStore;
  /** What was known when it began. */
  before: readonly Finding[];
  /** Where it went on; none where it began. */
  from: Plan['from'];
  contract: Contract;
  /** The ids of the target, for what is handed on. */
  ids: Ids;
  isStopped: boolean;
  /** It was to go on to the end of its budget. */
  isCutShort: boolean;
  isStrict: boolean;
}

const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);

/** The exit code of a campaign, the first that applies. */
function exitOf({
  state: { halted, isUnkept, shown, coverage, cases },
  isStrict,
  isCutShort,
  store,
}: Leaving): CampaignDocument['exit'] {
  if (isUnkept) return ourFault;
  if (halted !== undefined) return isItsEnd(shown, store.all) ? 1 : 3;
  if (Object.values(shown).some((outcome) => outcome === 'fail' || isStrict)) return 1;
  return !isCutShort && cases > 0 && coverage.evidenced.size > 0 ? 0 : 4;
}

function toldOf(one: Finding, { is, files }: Pick<ToldFinding, 'is' | 'files'>): ToldFinding {
  const { fingerprint, requirement, operation, outcome, wanted, seen, standing, trials, firstRun, shrunk } = one;
  return {
    fingerprint,
    requirement,
    title: requirementNamed(requirement).title,
    operation,
    is,
    outcome,
    wanted,
    seen,
    state: standing.state,
    shown: sum(trials.map((trial) => trial.shown)),
    tries: sum(trials.map((trial) => trial.of)),
    firstRun,
    steps: one.case.steps.length,
    ...(shrunk && { shrunk }),
    files,
  };
}

/** The findings that showed, as the store has them. */
const shownIn = (shown: Shown, store: FindingStore) => store.all.filter(({ fingerprint }) => fingerprint in shown);

/** Each finding that showed as files which show it without us. */
function exported(
  { arena: { surroundings, target }, state: { shown }, store, ids }: Leaving,
  writing: Writing,
): ToldFinding[] {
  const { out } = surroundings.run;
  return shownIn(shown, store).map((one) => {
    const sent = { ...one, case: withIds(one.case, ids) };
    const named = new Set(namedIn(one.case));
    const own = new Map([...ids].filter(([place]) => named.has(place)));
    const place = { folder: join(out, 'findings'), baseUrl: target.baseUrl, ids: own };
    const files = writing.of(() => writeExports(sent, place), []);
    return toldOf(one, {
      is: shown[one.fingerprint] ?? 'warn',
      files: files.map((file) => relative(out, file)),
    });
  });
}

/** Why what was not tried had no turn, by how the campaign ended. */
const unturned: Readonly<Record<CampaignDocument['ended'], string>> = {
  spent: 'not its turn within the budget',
  stopped: 'not its turn before it was stopped',
  halted: 'not its turn before it was broken off',
};

function documentOf(leaving: Leaving, writing: Writing): CampaignDocument {
  const { arena, state, budget, store, before, from, isStopped, contract } = leaving;
  const { surroundings, target } = arena;
  const { run } = surroundings;
  const { spent, elapsedMs, cases, batches, coverage, halted, shown, cells } = state;
  const ended = halted === undefined ? (isStopped ? 'stopped' : 'spent') : 'halted';
  const counts = Object.entries(coverage.counts).map(([kind, each]) => [kind, Object.fromEntries(each)] as const);
  return {
    version: 1,
    run: run.id,
    seed: run.seed,
    target: { name: target.facts.name, kind: target.facts.kind, baseUrl: target.baseUrl },
    tier: run.selection.tier,
    budget,
    spent,
    ...(from && { from: { cases: from.cases, spent: from.spent } }),
    elapsedMs: Math.round(elapsedMs),
    cases,
    batches,
    ended,
    ...(halted !== undefined && { halt: halted }),
    ...(!from && { again: recalledOf(before, { after: store.all, run: run.id, shown }) }),
    coverage: {
      evidenced: [...coverage.evidenced].toSorted(),
      reached: coveredBy(coverage, {
        contract,
        catalogue: readCatalogue(),
        cells,
        hasLevers: target.control !== undefined,
        unturned: unturned[ended],
      }),
      counts: Object.fromEntries(counts),
    },
    findings: exported(leaving, writing),
    exit: exitOf(leaving),
  };
}

/** Writes all that a campaign leaves, and prints what is for people, or where it is asked for what is for programs; gives the exit code. */
export function leave(leaving: Leaving, { json }: { json: boolean }): number {
  const { arena, state, store } = leaving;
  const file = join(arena.surroundings.run.out, 'campaign.json');
  const writing = new Writing();
  const told = documentOf(leaving, writing);
  const text = `${JSON.stringify(told, null, 2)}\n`;
  writing.of(() => writeFileSync(file, text), undefined);
  (json ? process.stderr : process.stdout).write(
    writeCampaign(told, shownIn(state.shown, store), { file, place: arena.place }),
  );
  if (json) process.stdout.write(text);
  return writing.isBroken ? ourFault : told.exit;
}

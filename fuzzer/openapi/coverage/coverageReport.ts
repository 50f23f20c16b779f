import type { Operation } from '../../../schemas/document/operations.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { CoverageRow, Fraction, Missing } from '../../engine/coverage/campaignCoverage.ts';
import { Tally } from '../../engine/coverage/tally.ts';
import { type OpenApiRequirement, openApiRequirements } from '../../engine/judgement/openApiRequirements.ts';
import { ambiguous } from '../../engine/requests/confirmRequest.ts';
import { type AuthGateSign, rejectedOperations, unprotectedOperations } from './authGate.ts';
import { type OperationDenominator, operationDenominator, statusClass } from './denominator.ts';
import { grouped } from './grouped.ts';
import type { OperationCoverage } from './operationCoverage.ts';
import type { ExplainedFraction, OpenApiReport } from './report.ts';
import type { UnconfirmedFailures } from './unconfirmedFailures.ts';

/** The sources of a report: the coverage of each operation, and the total counts. */
export interface ReportSources {
  contract: Contract;
  coverageOf(key: string): OperationCoverage;
  /** Why the remaining operations had no turn. */
  untriedBecause: string;
  /** Cases by label, and the results of each requirement by state. */
  counts: Tally<'labels' | OpenApiRequirement>;
  evidenced: readonly OpenApiRequirement[];
  passing: UnconfirmedFailures;
}

/** An operation with everything there is to cover, and its coverage. */
interface Held {
  operation: Operation;
  whole: OperationDenominator;
  seen: OperationCoverage;
  unturned: string;
}

/** Counts what was covered, which has no reason, and the rest by reason. */
function explained(whys: readonly (string | undefined)[]): ExplainedFraction {
  const missing = new Tally<'why'>();
  for (const why of whys) if (why !== undefined) missing.add('why', why);
  const done = whys.filter((why) => why === undefined).length;
  return { of: whys.length, done, missing: Object.fromEntries(missing.of('why')) };
}

/** Returns why nothing of an operation was tried; undefined if something was. */
const untried = ({ seen, unturned }: Held) => (seen.has('cases', 'all') ? undefined : (seen.lacks ?? unturned));

function missedPart(held: Held, name: string): string | undefined {
  const { seen, whole: denominator } = held;
  if (seen.has('touched', name)) return undefined;
  if (name === 'body' && denominator.unwritable !== undefined) return denominator.unwritable;
  return untried(held) ?? 'no request included it';
}

const unmade = 'no case for it can be built from the generated valid requests';

const unjudged = 'no answer accepted a case for it, or refused it for its content';

function missedSide(held: Held, mark: number): string | undefined {
  const { seen, unturned } = held;
  if (seen.has('judged', mark)) return undefined;
  if (seen.has('sides', mark)) return unjudged;
  const why = untried(held);
  if (why !== undefined || seen.has('offered', mark) || !seen.has('bases', 'walked')) return why ?? unturned;
  const lost = seen.lost.get(mark);
  return lost === undefined ? unmade : `each case for it was dropped: ${lost}`;
}

function missedStatus(held: Held, name: string): string | undefined {
  const isSeen = [...held.seen.of('responses').keys()].some((one) => statusClass(String(one)) === name);
  return isSeen ? undefined : (untried(held) ?? 'no answer had it');
}

function coveredBy(all: readonly Held[]): Pick<OpenApiReport, 'parameters' | 'sides' | 'statuses'> {
  const boundaryCases = all.flatMap((held) => [...held.whole.sides].map(([mark, name]) => ({ held, mark, name })));
  const sides = grouped(boundaryCases, ({ held, mark, name }) => [name, missedSide(held, mark)]);
  const sorted = Object.entries(sides).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    parameters: explained(all.flatMap((held) => held.whole.parts.map((name) => missedPart(held, name)))),
    statuses: explained(all.flatMap((held) => held.whole.statuses.map((name) => missedStatus(held, name)))),
    sides: Object.fromEntries(sorted.map(([name, whys]) => [name, explained(whys)])),
  };
}

const unreachedIn = (all: readonly Held[]): OpenApiReport['unreached'] =>
  grouped(
    all.filter(({ seen }) => !seen.has('cases', 'accepted')),
    (held) => [held.seen.lacks ?? untried(held) ?? 'no valid request was sent', held.operation.key],
  );

/** Returns the results of each requirement, by state. */
function resultsIn(counts: ReportSources['counts']): OpenApiReport['requirements'] {
  const ids = Object.keys(openApiRequirements) as OpenApiRequirement[];
  const countsOf = (id: OpenApiRequirement) => ({
    held: counts.count(id, 'held'),
    broken: counts.count(id, 'broken'),
    undecided: counts.count(id, 'undecided'),
    learned: counts.count(id, 'learned'),
  });
  return Object.fromEntries(ids.map((id) => [id, countsOf(id)]));
}

const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);

const rowOf = (what: string, { done, of }: Fraction, missing: readonly Missing[] = []): CoverageRow => ({
  what,
  reached: done,
  of,
  missing,
});

const causesOf = ({ missing }: ExplainedFraction): Missing[] =>
  Object.entries(missing).map(([why, count]) => ({ why, count }));

type Rows = Pick<
  OpenApiReport,
  'operations' | 'unreached' | 'parameters' | 'sides' | 'statuses' | 'responses' | 'valid'
>;

/** Returns the rows that the reports of all campaigns have. */
function rowsOf({ operations, unreached, parameters, sides, statuses, responses, valid }: Rows): CoverageRow[] {
  const all = Object.values(sides);
  const boundaryCases = { done: sum(all.map(({ done }) => done)), of: sum(all.map(({ of }) => of)) };
  const accepted = { done: operations.reached, of: operations.of };
  const refused = Object.entries(unreached).flatMap(([why, names]) => names.map((name) => ({ why, name })));
  return [
    rowOf('operations', operations),
    rowOf('operations with an accepted request', accepted, refused),
    rowOf('parameters', parameters, causesOf(parameters)),
    rowOf('boundary cases', boundaryCases, all.flatMap(causesOf)),
    rowOf('status classes', statuses, causesOf(statuses)),
    rowOf('responses', responses),
    rowOf('valid cases accepted', valid),
  ];
}

/** Counts answers by status class, and generated cases that were not sent by reason. */
function totalsOf(all: readonly Held[]): Tally<'classes' | 'dropped' | 'ambiguous'> {
  const totals = new Tally<'classes' | 'dropped' | 'ambiguous'>();
  for (const { seen } of all) {
    for (const [name, count] of seen.of('classes')) totals.add('classes', name, count);
    for (const [why, count] of seen.of('dropped'))
      if (String(why).startsWith(ambiguous)) totals.add('ambiguous', String(why).slice(ambiguous.length), count);
      else totals.add('dropped', why, count);
  }
  return totals;
}

/** Builds the coverage report as plain values. */
export function buildCoverageReport(sources: ReportSources): OpenApiReport {
  const { contract, coverageOf, untriedBecause, counts, evidenced, passing } = sources;
  const all = contract.operations.map(
    (operation): Held => ({
      operation,
      whole: operationDenominator(contract, operation),
      seen: coverageOf(operation.key),
      unturned: untriedBecause,
    }),
  );
  const gates = all.map((held) => ({
    operation: held.operation,
    has: (sign: AuthGateSign) => held.seen.has('gate', sign),
    untried: untried(held),
  }));
  const rows: Rows = {
    operations: {
      of: all.length,
      done: all.filter(({ seen }) => seen.has('cases', 'all')).length,
      reached: all.filter(({ seen }) => seen.has('cases', 'accepted')).length,
    },
    ...coveredBy(all),
    responses: {
      of: sum(all.map(({ operation }) => Object.keys(operation.responses).length)),
      done: sum(all.map(({ seen }) => seen.of('responses').size)),
    },
    valid: {
      of: sum(all.map(({ seen }) => seen.count('cases', 'valid'))),
      done: sum(all.map(({ seen }) => seen.count('cases', 'accepted'))),
    },
    unreached: unreachedIn(all),
  };
  const totals = totalsOf(all);
  return {
    evidenced,
    reached: rowsOf(rows),
    counts: {
      labels: counts.sorted('labels'),
      classes: totals.sorted('classes'),
      dropped: totals.sorted('dropped'),
      ambiguous: totals.sorted('ambiguous'),
    },
    ...rows,
    requirements: resultsIn(counts),
    passing,
    barred: rejectedOperations(contract, gates),
    unshut: unprotectedOperations(contract, gates),
  };
}

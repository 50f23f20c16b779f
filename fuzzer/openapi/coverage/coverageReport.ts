import type { Operation } from '../../../schemas/document/operations.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import { Tally } from '../../engine/coverage/tally.ts';
import { type OpenApiRequirement, openApiRequirements } from '../../engine/judgement/openApiRequirements.ts';
import { ambiguous } from '../../engine/requests/confirmRequest.ts';
import { type AuthGateSign, rejectedOperations, unprotectedOperations } from './authGate.ts';
import { type OperationDenominator, operationDenominator, statusClass } from './denominator.ts';
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
  passing: UnconfirmedFailures;
}

/** An operation with everything there is to cover, and its coverage. */
interface Held {
  operation: Operation;
  whole: OperationDenominator;
  seen: OperationCoverage;
  unturned: string;
}

/** Counts what was covered, and the rest by reason. */
class Count {
  #of = 0;
  #done = 0;
  readonly #missing = new Map<string, number>();

  add(why: string | undefined): void {
    this.#of += 1;
    if (why === undefined) this.#done += 1;
    else this.#missing.set(why, (this.#missing.get(why) ?? 0) + 1);
  }

  get covered(): ExplainedFraction {
    return { of: this.#of, done: this.#done, missing: Object.fromEntries(this.#missing) };
  }
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
  const [parameters, statuses, boundaryCases] = [new Count(), new Count(), new Map<string, Count>()];
  for (const held of all) {
    const { whole: denominator } = held;
    for (const name of denominator.parts) parameters.add(missedPart(held, name));
    for (const name of denominator.statuses) statuses.add(missedStatus(held, name));
    for (const [mark, name] of denominator.sides) {
      const count = boundaryCases.get(name) ?? new Count();
      boundaryCases.set(name, count);
      count.add(missedSide(held, mark));
    }
  }
  const sorted = [...boundaryCases].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    parameters: parameters.covered,
    statuses: statuses.covered,
    sides: Object.fromEntries(sorted.map(([name, count]) => [name, count.covered])),
  };
}

function unreachedIn(all: readonly Held[]): Record<string, string[]> {
  const unreached = new Map<string, string[]>();
  for (const held of all) {
    const { seen, operation } = held;
    if (seen.has('cases', 'accepted')) continue;
    const why = seen.lacks ?? untried(held) ?? 'no valid request was sent';
    unreached.set(why, [...(unreached.get(why) ?? []), operation.key]);
  }
  return Object.fromEntries(unreached);
}

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

/** Builds the coverage report as plain values. */
export function buildCoverageReport(sources: ReportSources): OpenApiReport {
  const { contract, coverageOf, untriedBecause, counts, passing } = sources;
  const all = contract.operations.map(
    (operation): Held => ({
      operation,
      whole: operationDenominator(contract, operation),
      seen: coverageOf(operation.key),
      unturned: untriedBecause,
    }),
  );
  const sum = (of: (held: Held) => number) => all.reduce((total, held) => total + of(held), 0);
  const totals = new Tally<'classes' | 'dropped' | 'ambiguous'>();
  for (const { seen } of all) {
    for (const [name, count] of seen.of('classes')) totals.add('classes', name, count);
    for (const [why, count] of seen.of('dropped'))
      if (String(why).startsWith(ambiguous)) totals.add('ambiguous', String(why).slice(ambiguous.length), count);
      else totals.add('dropped', why, count);
  }
  const gates = all.map((held) => ({
    operation: held.operation,
    has: (sign: AuthGateSign) => held.seen.has('gate', sign),
    untried: untried(held),
  }));
  return {
    operations: {
      of: all.length,
      done: all.filter(({ seen }) => seen.has('cases', 'all')).length,
      reached: all.filter(({ seen }) => seen.has('cases', 'accepted')).length,
    },
    ...coveredBy(all),
    classes: totals.sorted('classes'),
    responses: {
      of: sum(({ operation }) => Object.keys(operation.responses).length),
      done: sum(({ seen }) => seen.of('responses').size),
    },
    requirements: resultsIn(counts),
    passing,
    valid: {
      of: sum(({ seen }) => seen.count('cases', 'valid')),
      done: sum(({ seen }) => seen.count('cases', 'accepted')),
    },
    labels: counts.sorted('labels'),
    dropped: totals.sorted('dropped'),
    ambiguous: totals.sorted('ambiguous'),
    barred: rejectedOperations(contract, gates),
    unshut: unprotectedOperations(contract, gates),
    unreached: unreachedIn(all),
  };
}

import type { Operation } from '../../../schemas/document/operations.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import { ambiguous } from '../../engine/requests/confirmRequest.ts';
import { rejectedOperations, unprotectedOperations } from './authGate.ts';
import { type OperationDenominator, operationDenominator, statusClass } from './denominator.ts';
import type { OperationCoverage } from './operationCoverage.ts';
import type { ExplainedFraction, OpenApiReport } from './report.ts';
import type { UnconfirmedFailures } from './unconfirmedFailures.ts';

/** How often a requirement was decided, by result. */
export interface ResultCounts {
  held: number;
  broken: number;
  undecided: number;
  learned: number;
}

/** The sources of a report: the coverage of each operation, and the total counts. */
export interface ReportSources {
  contract: Contract;
  seenOf(key: string): OperationCoverage;
  /** Why the remaining operations had no turn. */
  untriedBecause: string;
  labels: Readonly<Record<string, number>>;
  rulings: Readonly<Record<string, ResultCounts>>;
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
const untried = ({ seen, unturned }: Held) => (seen.cases > 0 ? undefined : (seen.lacks ?? unturned));

function missedPart(held: Held, name: string): string | undefined {
  const { seen, whole: denominator } = held;
  if (seen.touched.has(name)) return undefined;
  if (name === 'body' && denominator.unwritable !== undefined) return denominator.unwritable;
  return untried(held) ?? 'no request included it';
}

const unmade = 'no case for it can be built from the generated valid requests';

const unjudged = 'no answer accepted a case for it, or refused it for its content';

function missedSide(held: Held, mark: number): string | undefined {
  const { seen, unturned } = held;
  if (seen.judged.has(mark)) return undefined;
  if (seen.sides.has(mark)) return unjudged;
  const why = untried(held);
  if (why !== undefined || seen.offered.has(mark) || !seen.isWalked) return why ?? unturned;
  const [lost] = [...seen.lost].find(([, marks]) => marks.has(mark)) ?? [];
  return lost === undefined ? unmade : `each case for it was dropped: ${lost}`;
}

function missedStatus(held: Held, name: string): string | undefined {
  const isSeen = [...held.seen.responses].some((one) => statusClass(one) === name);
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

/** Adds the counts of several operations. */
function summed(all: readonly ReadonlyMap<string, number>[]): [string, number][] {
  const sum = new Map<string, number>();
  for (const counts of all) for (const [name, count] of counts) sum.set(name, (sum.get(name) ?? 0) + count);
  return [...sum].sort(([a], [b]) => (a < b ? -1 : 1));
}

function unreachedIn(all: readonly Held[]): Record<string, string[]> {
  const unreached = new Map<string, string[]>();
  for (const held of all) {
    const { seen, operation } = held;
    if (seen.accepted > 0) continue;
    const why = seen.lacks ?? untried(held) ?? 'no valid request was sent';
    unreached.set(why, [...(unreached.get(why) ?? []), operation.key]);
  }
  return Object.fromEntries(unreached);
}

/** Builds the coverage report as plain values. */
export function buildCoverageReport({
  contract,
  seenOf,
  untriedBecause,
  labels,
  rulings: resultCounts,
  passing,
}: ReportSources): OpenApiReport {
  const all = contract.operations.map(
    (operation): Held => ({
      operation,
      whole: operationDenominator(contract, operation),
      seen: seenOf(operation.key),
      unturned: untriedBecause,
    }),
  );
  const sum = (of: (held: Held) => number) => all.reduce((total, held) => total + of(held), 0);
  const dropped = summed(all.map(({ seen }) => seen.dropped));
  const gates = all.map((held) => ({ operation: held.operation, door: held.seen.door, untried: untried(held) }));
  const isAmbiguous = ([why]: [string, number]) => why.startsWith(ambiguous);
  return {
    operations: {
      of: all.length,
      done: all.filter(({ seen }) => seen.cases > 0).length,
      reached: all.filter(({ seen }) => seen.accepted > 0).length,
    },
    ...coveredBy(all),
    classes: Object.fromEntries(summed(all.map(({ seen }) => seen.classes))),
    responses: {
      of: sum(({ operation }) => Object.keys(operation.responses).length),
      done: sum(({ seen }) => seen.responses.size),
    },
    requirements: resultCounts,
    passing,
    valid: { of: sum(({ seen }) => seen.valid), done: sum(({ seen }) => seen.accepted) },
    labels,
    dropped: Object.fromEntries(dropped.filter((one) => !isAmbiguous(one))),
    ambiguous: Object.fromEntries(
      dropped.filter(isAmbiguous).map(([why, count]) => [why.slice(ambiguous.length), count]),
    ),
    barred: rejectedOperations(contract, gates),
    unshut: unprotectedOperations(contract, gates),
    unreached: unreachedIn(all),
  };
}

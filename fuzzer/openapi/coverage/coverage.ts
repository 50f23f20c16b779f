import type { Operation } from '../../../schemas/document/operations.ts';
import { mapOf, objectWith } from '../../../schemas/json/guards.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { Reach } from '../../engine/campaign/driver.ts';
import { isTally, type StoredTally, Tally } from '../../engine/coverage/tally.ts';
import { isAuthRefusal } from '../../engine/judgement/inconclusiveStatuses.ts';
import { type OpenApiRequirement, openApiRequirements } from '../../engine/judgement/openApiRequirements.ts';
import type { GroupedCase } from '../../engine/requests/requestCases.ts';
import type { RequestModel } from '../../engine/requests/requestModel.ts';
import type { OpenApiResult } from '../judgement/oracles.ts';
import { authGateSigns } from './authGate.ts';
import { buildCoverageReport } from './coverageReport.ts';
import { boundaryHash, statusClass } from './denominator.ts';
import { isOperationCoverage, OperationCoverage, type StoredOperationCoverage } from './operationCoverage.ts';
import type { OpenApiReport } from './report.ts';
import { isUnconfirmedFailures, type UnconfirmedFailures, unconfirmedFailuresAfter } from './unconfirmedFailures.ts';

/** The counts in the form that a file stores: of each operation, and of all cases. */
export interface StoredCoverage {
  operations: Readonly<Record<string, StoredOperationCoverage>>;
  counts: StoredTally;
  passing: UnconfirmedFailures;
}

/** True if a value is the stored coverage of a campaign. */
export const isCoverage = objectWith({
  operations: mapOf(isOperationCoverage),
  counts: isTally,
  passing: isUnconfirmedFailures,
});

const nothing: StoredCoverage = { operations: {}, counts: {}, passing: { failed: 0, lost: 0 } };

/** Cases that were generated and dropped, by reason, each with the boundary cases that it was for. */
export type Dropped = ReadonlyMap<string, { count: number; sides: ReadonlySet<number> }>;

/** What a case is about. */
type About = Pick<GroupedCase, 'reason'>;

const namesIn = (query: string) =>
  query.split('&').map((pair) => decoded(pair.split('=', 1)[0] ?? '').replace(/\[.*$/s, ''));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the parts of an operation that a step has. */
function partsIn({ parts }: RequestModel, { steps }: GroupedCase): string[] {
  const step = steps.at(-1);
  if (!step) return [];
  const query = new Set(namesIn(step.path.split(/\?(.*)/s)[1] ?? ''));
  const headers = new Set(step.headers.map(([name]) => name.toLowerCase()));
  const cookie = step.headers.find(([name]) => name.toLowerCase() === 'cookie')?.[1] ?? '';
  return parts.flatMap(({ name, parameter }) => {
    if (!parameter) return step.body ? [name] : [];
    const isThere = {
      path: true,
      query: query.has(parameter.name),
      header: headers.has(parameter.name.toLowerCase()),
      cookie: cookie.includes(`${parameter.name}=`),
    };
    return isThere[parameter.in] ? [name] : [];
  });
}

/** Returns the name under which an operation describes a status: the status itself, its class, or `default`. */
function describedAs({ responses }: Operation, status: number): string | undefined {
  const names = [String(status), `${Math.floor(status / 100)}XX`, `${Math.floor(status / 100)}xx`, 'default'];
  return names.find((name) => Object.hasOwn(responses, name));
}

/** True if an answer accepts a request, or refuses it for its content. */
const isJudging = ({ class: kind, status }: Exchange) =>
  kind === 'accepted' || (kind === 'refused' && !isAuthRefusal(status));

/** Counts what a campaign covers of a contract. */
export class OpenApiCoverage {
  readonly #contract: Contract;
  readonly #operations = new Map<string, OperationCoverage>();
  /** Cases by label, and the results of each requirement by state. */
  readonly #counts: Tally<'labels' | OpenApiRequirement>;
  #passing: UnconfirmedFailures;

  /** Starts with the counts of an earlier campaign, if there was one. */
  constructor(contract: Contract, { operations, counts, passing }: StoredCoverage = nothing) {
    this.#contract = contract;
    this.#passing = passing;
    this.#counts = new Tally(counts);
    for (const [key, one] of Object.entries(operations)) this.#operations.set(key, new OperationCoverage(one));
  }

  /** The counts so far, in the form that is stored. */
  get stored(): StoredCoverage {
    return {
      operations: Object.fromEntries([...this.#operations].map(([key, one]) => [key, one.whole])),
      counts: this.#counts.stored,
      passing: this.#passing,
    };
  }

  /** Returns how many cases of an operation were sent. */
  casesOf({ key }: Operation): number {
    return this.#operations.get(key)?.count('cases', 'all') ?? 0;
  }

  /** The requirements that were decided on some answer, with any result. */
  get evidenced(): OpenApiRequirement[] {
    const all = Object.keys(openApiRequirements) as OpenApiRequirement[];
    return all.filter((id) => ['held', 'broken', 'learned'].some((state) => this.#counts.has(id, state))).toSorted();
  }

  /** How many operations had at least one case, and how many requirements were decided. */
  get reach(): Reach {
    const { operations } = this.#contract;
    return {
      operations: { done: operations.filter((one) => this.casesOf(one) > 0).length, of: operations.length },
      requirements: { done: this.evidenced.length, of: Object.keys(openApiRequirements).length },
    };
  }

  /** True if a case covers a boundary case that was not tried before for this operation. */
  isFresh({ key }: Operation, { reason }: About): boolean {
    return reason !== undefined && !this.#of(key).has('sides', boundaryHash(reason));
  }

  /** True if some case that covers the same boundary case could be sent. */
  isOffered({ key }: Operation, { reason }: About): boolean {
    return reason !== undefined && this.#of(key).has('offered', boundaryHash(reason));
  }

  /** Notes a case that could be sent. */
  offered({ operation }: RequestModel, { reason }: About): void {
    if (reason) this.#of(operation.key).atLeast('offered', boundaryHash(reason), 1);
  }

  /** Notes that all cases of one valid request of an operation were generated. */
  walked({ key }: Operation): void {
    this.#of(key).atLeast('bases', 'walked', 1);
  }

  /** Returns how many valid requests of an operation were used up as base requests. */
  basesOf({ key }: Operation): number {
    return this.#operations.get(key)?.count('bases', 'used') ?? 0;
  }

  /** Notes that the base request of an operation shows nothing new, or is not accepted: another one is varied next. */
  usedBase({ key }: Operation): void {
    this.#of(key).add('bases', 'used');
  }

  /** True if valid requests of an operation were sent, and none was accepted. */
  isRefused({ key }: Operation): boolean {
    const counts = this.#of(key);
    return counts.has('cases', 'valid') && !counts.has('cases', 'accepted');
  }

  /** Counts cases of an operation that were generated in one turn and dropped. The next turn generates the same cases again, so the highest count is kept. */
  dropped({ key }: Operation, all: Dropped): void {
    const counts = this.#of(key);
    for (const [why, { count, sides }] of all) {
      counts.atLeast('dropped', why, count);
      for (const mark of sides) if (!counts.lost.has(mark)) counts.lost.set(mark, why);
    }
  }

  /** Counts a case that was sent, and the answer to its last step. */
  sent(
    subject: RequestModel,
    one: GroupedCase,
    { exchange, results }: { exchange: Exchange; results: readonly OpenApiResult[] },
  ): void {
    const { operation } = subject;
    const counts = this.#of(operation.key);
    const { status } = exchange;
    if (one.reason) {
      const mark = boundaryHash(one.reason);
      counts.atLeast('sides', mark, 1);
      if (isJudging(exchange)) counts.atLeast('judged', mark, 1);
    }
    counts.add('cases', 'all');
    for (const name of partsIn(subject, one)) counts.atLeast('touched', name, 1);
    this.#counts.add('labels', one.label.is);
    counts.add('classes', status === undefined ? 'no answer' : statusClass(String(status)));
    const described = status === undefined ? undefined : describedAs(operation, status);
    if (described !== undefined) counts.atLeast('responses', described, 1);
    if (one.label.is === 'valid') {
      counts.add('cases', 'valid');
      if (exchange.class === 'accepted') counts.add('cases', 'accepted');
      else
        counts.lacks = `every valid request is answered with ${status ?? 'nothing'}${isAuthRefusal(status) ? ': credential' : ''}`;
    }
    for (const sign of authGateSigns(one.label, { exchange, results })) counts.add('gate', sign);
    for (const { requirement, result } of results) this.#counts.add(requirement, result.state);
  }

  /** Counts failures among all exchanges of a case, whether it was sent to the end or not, with its results. */
  exchanged(exchanges: readonly Exchange[], results: readonly OpenApiResult[] = []): void {
    this.#passing = unconfirmedFailuresAfter(this.#passing, exchanges, results);
  }

  /** Notes why an operation has no case, or no further ones. */
  lacks({ key }: Operation, why: string): void {
    this.#of(key).lacks = why;
  }

  /** Returns the report as plain values, with the reason why the remaining operations had no turn. */
  report(untriedBecause = 'not its turn within the budget'): OpenApiReport {
    return buildCoverageReport({
      contract: this.#contract,
      coverageOf: (key) => this.#of(key),
      untriedBecause,
      counts: this.#counts,
      evidenced: this.evidenced,
      passing: this.#passing,
    });
  }

  #of(key: string): OperationCoverage {
    const counts = this.#operations.get(key) ?? new OperationCoverage();
    this.#operations.set(key, counts);
    return counts;
  }
}

import type { Operation } from '../../../schemas/document/operations.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { isAuthRefusal } from '../../engine/judgement/inconclusiveStatuses.ts';
import { type OpenApiRequirement, openApiRequirements } from '../../engine/judgement/openApiRequirements.ts';
import type { GroupedCase } from '../../engine/requests/requestCases.ts';
import type { RequestModel } from '../../engine/requests/requestModel.ts';
import type { OpenApiResult } from '../judgement/oracles.ts';
import { authGateAfter } from './authGate.ts';
import { buildCoverageReport, type ResultCounts } from './coverageReport.ts';
import { boundaryHash } from './denominator.ts';
import {
  type OperationCoverage,
  restoreCoverage,
  type StoredOperationCoverage,
  storeCoverage,
} from './operationCoverage.ts';
import type { Fraction, OpenApiReport } from './report.ts';
import { type UnconfirmedFailures, unconfirmedFailuresAfter } from './unconfirmedFailures.ts';

/** The counts in the form that a file stores. */
export interface StoredCoverage {
  seen: Readonly<Record<string, StoredOperationCoverage>>;
  labels: Readonly<Record<string, number>>;
  rulings: Readonly<Record<string, ResultCounts>>;
  passing: UnconfirmedFailures;
}

const nothing: StoredCoverage = { seen: {}, labels: {}, rulings: {}, passing: { failed: 0, lost: 0 } };

/** Cases that were generated and dropped, by reason, each with the boundary cases that it was for. */
export type Dropped = ReadonlyMap<string, { count: number; sides: ReadonlySet<number> }>;

const addTo = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

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
  readonly #seen = new Map<string, OperationCoverage>();
  readonly #labels: Map<string, number>;
  readonly #resultCounts: Map<string, ResultCounts>;
  #passing: UnconfirmedFailures;

  /** Starts with the counts of an earlier campaign, if there was one. */
  constructor(contract: Contract, { seen, labels, rulings: resultCounts, passing }: StoredCoverage = nothing) {
    this.#contract = contract;
    this.#passing = passing;
    for (const [key, one] of Object.entries(seen)) this.#seen.set(key, restoreCoverage(one));
    this.#labels = new Map(Object.entries(labels));
    this.#resultCounts = new Map(Object.entries(resultCounts).map(([id, count]) => [id, { ...count }]));
  }

  /** The counts so far, in the form that is stored. */
  get stored(): StoredCoverage {
    return {
      seen: Object.fromEntries([...this.#seen].map(([key, seen]) => [key, storeCoverage(seen)])),
      labels: Object.fromEntries(this.#labels),
      rulings: Object.fromEntries(this.#resultCounts),
      passing: this.#passing,
    };
  }

  /** Returns how many cases of an operation were sent. */
  casesOf({ key }: Operation): number {
    return this.#seen.get(key)?.cases ?? 0;
  }

  /** Returns how many operations had at least one case. */
  triedOperations(): Fraction {
    const { operations } = this.#contract;
    return { done: operations.filter((one) => this.casesOf(one) > 0).length, of: operations.length };
  }

  /** Returns how many requirements were decided on some answer, with any result. */
  decidedRequirements(): Fraction {
    const done = [...this.#resultCounts.values()].filter(
      ({ held, broken, learned }) => held + broken + learned > 0,
    ).length;
    return { done, of: Object.keys(openApiRequirements).length };
  }

  /** True if a case covers a boundary case that was not tried before for this operation. */
  isFresh({ key }: Operation, { reason }: GroupedCase): boolean {
    return reason !== undefined && !this.#of(key).sides.has(boundaryHash(reason));
  }

  /** Notes a case that could be sent. */
  offered({ operation }: RequestModel, { reason }: GroupedCase): void {
    if (reason) this.#of(operation.key).offered.add(boundaryHash(reason));
  }

  /** Notes that all cases of one valid request of an operation were generated. */
  walked({ key }: Operation): void {
    this.#of(key).isWalked = true;
  }

  /** Returns how many valid requests of an operation were used up as base requests. */
  basesOf({ key }: Operation): number {
    return this.#seen.get(key)?.bases ?? 0;
  }

  /** Notes that the base request of an operation shows nothing new, or is not accepted: another one is varied next. */
  usedBase({ key }: Operation): void {
    this.#of(key).bases += 1;
  }

  /** True if valid requests of an operation were sent, and none was accepted. */
  isRefused({ key }: Operation): boolean {
    const { valid, accepted } = this.#of(key);
    return valid > 0 && accepted === 0;
  }

  /** Counts cases of an operation that were generated in one turn and dropped. The next turn generates the same cases again, so the highest count is kept. */
  dropped({ key }: Operation, all: Dropped): void {
    const { dropped, lost } = this.#of(key);
    for (const [why, { count, sides: boundaryCases }] of all) {
      dropped.set(why, Math.max(count, dropped.get(why) ?? 0));
      if (boundaryCases.size > 0) lost.set(why, new Set([...(lost.get(why) ?? []), ...boundaryCases]));
    }
  }

  /** Counts a case that was sent, and the answer to its last step. */
  sent(
    subject: RequestModel,
    one: GroupedCase,
    { exchange, results }: { exchange: Exchange; results: readonly OpenApiResult[] },
  ): void {
    const { operation } = subject;
    const seen = this.#of(operation.key);
    const { status } = exchange;
    if (one.reason) {
      const mark = boundaryHash(one.reason);
      seen.sides.add(mark);
      if (isJudging(exchange)) seen.judged.add(mark);
    }
    seen.cases += 1;
    for (const name of partsIn(subject, one)) seen.touched.add(name);
    addTo(this.#labels, one.label.is);
    addTo(seen.classes, status === undefined ? 'no answer' : `${Math.floor(status / 100)}xx`);
    const described = status === undefined ? undefined : describedAs(operation, status);
    if (described !== undefined) seen.responses.add(described);
    if (one.label.is === 'valid') {
      seen.valid += 1;
      if (exchange.class === 'accepted') seen.accepted += 1;
      else
        seen.lacks = `every valid request is answered with ${status ?? 'nothing'}${status === 401 || status === 403 ? ': credential' : ''}`;
    }
    seen.door = authGateAfter(seen.door, one.label, { exchange, results });
    for (const { requirement, result } of results) this.#countOf(requirement)[result.state] += 1;
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
      seenOf: (key) => this.#of(key),
      untriedBecause,
      labels: Object.fromEntries(this.#labels),
      passing: this.#passing,
      rulings: Object.fromEntries(
        (Object.keys(openApiRequirements) as OpenApiRequirement[]).map((id) => [id, { ...this.#countOf(id) }]),
      ),
    });
  }

  #countOf(id: OpenApiRequirement): ResultCounts {
    const count = this.#resultCounts.get(id) ?? { held: 0, broken: 0, undecided: 0, learned: 0 };
    this.#resultCounts.set(id, count);
    return count;
  }

  #of(key: string): OperationCoverage {
    const seen = this.#seen.get(key) ?? restoreCoverage();
    this.#seen.set(key, seen);
    return seen;
  }
}

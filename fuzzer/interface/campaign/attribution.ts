import { textsOf } from '../../../oracles/webhooks/received/announcement.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { renamedAssertion } from '../../engine/cases/caseAssertions.ts';
import type { CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { renamed } from '../../engine/cases/references.ts';
import type { SentCase } from '../../engine/findings/buildFinding.ts';
import { type Violation, violationsIn } from '../../engine/judgement/violation.ts';
import type { Batch, RequirementResult } from '../executor/batch.ts';
import type { ExecutedCase } from '../executor/caseExecutor.ts';

/** The maximum number of cases that are joined into one case, if they show a violation only together. */
const mostJoined = 3;

/** The maximum number of requests that a finding of a test names. */
const mostShown = 9;

/** Maps the exchanges of a batch to the cases that made them. */
class Origins {
  readonly #played: readonly ExecutedCase[];
  readonly #record: RunRecord;
  readonly #byExchange = new Map<string, number>();
  readonly #byName = new Map<string, number>();

  constructor({ executed, record }: Pick<Batch, 'executed' | 'record'>) {
    this.#played = executed;
    this.#record = record;
    for (const [at, { exchanges }] of executed.entries()) for (const id of exchanges) this.#byExchange.set(id, at);
    for (const { exchange, clientOrderId, id } of record.creations) this.#name(exchange.id, [clientOrderId, id]);
    for (const { exchange, value } of record.payments)
      this.#name(exchange.id, [textField(value, 'clientOrderId'), textField(value, 'id')]);
    for (const { id, line } of record.exchanges) if (!this.#byExchange.has(id)) this.#find(id, line);
    for (const delivery of record.webhooks.deliveries) this.#place(delivery.id, textsOf(delivery));
  }

  /** Maps the ids of a record to the case that showed the record first. */
  #name(exchange: string, names: readonly (string | undefined)[]): void {
    const at = this.#byExchange.get(exchange);
    if (at === undefined) return;
    for (const name of names) if (name !== undefined && !this.#byName.has(name)) this.#byName.set(name, at);
  }

  /** Attributes a final read to the case whose request it repeats, or whose record it requests. */
  #find(exchange: string, { recalls = '', request: { path } }: Exchange['line']): void {
    this.#place(exchange, [recalls, ...decodeURIComponent(path.replaceAll('+', ' ')).split(/[/?&=]/)]);
  }

  /** Attributes an exchange or a delivery to the case of the first of these names that has one. */
  #place(exchange: string, names: readonly string[]): void {
    const places = names.map((name) => this.#byExchange.get(name) ?? this.#byName.get(name));
    const at = places.find((place) => place !== undefined);
    if (at !== undefined) this.#byExchange.set(exchange, at);
  }

  /**
   * Returns the case that made these exchanges. Joins several cases into one that runs them in turn. If the exchanges belong to no case, returns a case that
   * repeats their reads. If they are not all reads, returns the last case of the batch.
   */
  caseOf(exchanges: readonly string[]): SentCase | undefined {
    const found = exchanges.flatMap((id) => this.#byExchange.get(id) ?? []);
    const places = [...new Set(found)].sort((a, b) => a - b).slice(-mostJoined);
    const [first, ...others] = places.flatMap((at) => this.#played.slice(at, at + 1));
    const ofTest = [first, ...others].findLast((one) => one?.case.test);
    if (ofTest) return this.#shownBy(exchanges, ofTest.case);
    return first ? others.reduce(joined, first) : (this.#readsOf(exchanges) ?? this.#played.at(-1));
  }

  #exchangesOf(ids: readonly string[]): Exchange[] {
    return ids.flatMap((id) => (this.#record.has(id) ? [this.#record.exchange(id)] : []));
  }

  /** Makes a case of reads that belong to no case; undefined if any of them is not a read. */
  #readsOf(ids: readonly string[]): SentCase | undefined {
    const all = this.#exchangesOf(ids);
    if (all.length === 0 || all.some(({ line }) => line.request.method !== 'GET')) return undefined;
    const steps = [...new Map(all.map((one) => [one.line.request.path, one])).values()].slice(-mostJoined);
    const label = { is: 'valid', because: 'a read beside all cases' } as const;
    return { case: { steps: steps.map(({ line }) => stepOf(line)), label }, steps };
  }

  /** Returns the case of a test with the last requests that showed something. */
  #shownBy(ids: readonly string[], ofTest: FuzzCase): SentCase {
    const steps = this.#exchangesOf(ids).slice(-mostShown);
    return { case: { ...ofTest, steps: steps.map(({ line }) => stepOf(line)) }, steps };
  }
}

/** Returns the violations among the results of a batch, each with the case to which it is attributed. */
export function attributedViolations(
  batch: Batch,
  judged: readonly RequirementResult[],
): { violation: Violation; sent: SentCase }[] {
  const violations = judged.flatMap(({ requirement, contribution }) => violationsIn(requirement, contribution));
  if (violations.length === 0) return [];
  const origins = new Origins(batch);
  return violations.flatMap((violation) => {
    const sent = origins.caseOf(violation.exchanges);
    return sent ? [{ violation, sent }] : [];
  });
}

/** Turns a request into a step; a write gets a fresh id. */
function stepOf({ operation, readBack, request }: Exchange['line']): CaseStep {
  const { method, path, account, body, clientOrderId } = request;
  const sent = body?.text;
  const text = clientOrderId === undefined ? sent : sent?.replaceAll(JSON.stringify(clientOrderId), '"{{key}}"');
  return {
    ...(operation !== undefined && { operation }),
    method,
    path,
    headers: [],
    ...(text !== undefined && { body: { type: 'application/json', text } }),
    signing: 'signed',
    ...(account !== undefined && { account }),
    ...(readBack && { readBack }),
  };
}

/** Joins two cases into one: first the steps of the first case, then the steps of the second. The joined case is about the second case. */
function joined(first: SentCase, second: SentCase): SentCase {
  const [one, other] = [first.case, second.case];
  const by = one.steps.length;
  const suffix = `s${by}`;
  const places = new Map(other.steps.map((_, at) => [at + 1, at + 1 + by]));
  const races = Math.max(0, ...one.steps.map(({ race }) => race ?? 0));
  const steps = other.steps.map((step): CaseStep => {
    const apart = renamed(step, { places, suffix });
    return apart.race === undefined ? apart : { ...apart, race: apart.race + races };
  });
  const assertions = [
    ...(one.claims ?? []),
    ...(other.claims ?? []).map((assertion) => renamedAssertion(assertion, { places, suffix })),
  ];
  const joinedCase = {
    steps: [...one.steps, ...steps],
    label: other.label,
    ...(assertions.length > 0 && { claims: assertions }),
  };
  return { case: joinedCase, steps: [...first.steps, ...second.steps] };
}

import type { OpenAPIV3_1 } from 'openapi-types';
import { responseFor } from '../../../schemas/document/mediaTypes.ts';
import type { Operation } from '../../../schemas/document/operations.ts';
import { toPlain } from '../../../schemas/json/exact.ts';
import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';
import { child, valueAt } from '../../../schemas/json/pointer.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import { parametersOf } from '../../../schemas/wire/parameters.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { isAuthRefusal, isNotFound } from '../../engine/judgement/inconclusiveStatuses.ts';
import { requestModel } from '../../engine/requests/requestModel.ts';
import { nameIn, segmentsOf, templateOf, withSegments } from './pathSegments.ts';
import { withUniqueValues } from './uniqueValues.ts';

/** The steps that create a resource, and the path segments that name it in requests of another operation. */
interface Lead {
  steps: readonly CaseStep[];
  segments: ReadonlyMap<number, string>;
  /** How often the creation was refused, and how often it was sent since. */
  refused: number;
  used: number;
}

/** The known leads and their failures, in the form that a file stores. */
export interface StoredSequences {
  leads: readonly (readonly [
    string,
    { steps: readonly CaseStep[]; segments: readonly (readonly [number, string])[]; refused: number; used: number },
  ])[];
  failures: readonly (readonly [string, number])[];
}

/** The most steps before the step that a case is about: more would cost more than they show. */
const mostSteps = 3;

/** The maximum number of other ways in which a creation is sent, if the target refuses the same creation a second time. */
const mostRefused = 6;

/** True for a status that refuses a creation for reasons other than its content. */
const isForOther = (status: number | undefined) => isAuthRefusal(status) || isNotFound(status);

/** The number of failures after which a lead is dropped, until another creation is accepted. */
const mostFailures = 3;

const bare = (name: string) => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();

/** Returns the last word of a name: `number` of `issue_number`, `id` of `itemId`. */
const lastWord = (name: string) => /([A-Z]?[a-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? name;

const usualNames = ['id', 'uuid', 'guid', 'key', 'token', 'reference', 'number', 'name', 'slug'];

const isId = (value: Plain | undefined): value is string | number =>
  (typeof value === 'string' && value !== '' && value.length <= 200) || Number.isSafeInteger(value);

/** Generates pointers to members of an answer that may hold an id with this name, the likeliest first; looks one level into wrapping objects, too. */
function* placesFor(name: string, answer: Plain, pointer = ''): Generator<string> {
  if (!isPlainObject(answer)) return;
  const members = Object.keys(answer);
  const wanted = [bare(name), lastWord(name), ...(/id$/i.test(name) ? usualNames : [lastWord(name), 'id'])];
  for (const word of wanted) for (const key of members) if (bare(key) === word) yield child(pointer, key);
  if (pointer !== '') return;
  for (const key of members) yield* placesFor(name, answer[key] ?? null, child(pointer, key));
}

/** Returns, by the key of each creation, the operations whose path continues the path of this creation with a parameter. */
function childrenIn({ operations }: Contract): ReadonlyMap<string, readonly Operation[]> {
  const creations = new Map(
    operations.flatMap((one) => (one.method === 'POST' ? [[one.path.replace(/\/$/, ''), one.key]] : [])),
  );
  const found = new Map<string, Operation[]>();
  for (const operation of operations) {
    const template = templateOf(operation);
    const at = template.findLastIndex(
      (segment, index) => nameIn(segment) !== undefined && creations.has(template.slice(0, index).join('/')),
    );
    const creation = at < 0 ? undefined : creations.get(template.slice(0, at).join('/'));
    if (creation === undefined || creation === operation.key) continue;
    found.set(creation, [...(found.get(creation) ?? []), operation]);
  }
  return found;
}

/** Follows created resources: once a creation was accepted, requests of the operations below it are sent for the resource that it creates. */
export class Sequences {
  readonly #contract: Contract;
  readonly #seed: number;
  readonly #children: ReadonlyMap<string, readonly Operation[]>;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #leads: Map<string, Lead>;
  readonly #failures: Map<string, number>;

  /** Starts with the leads that were known before; the seed determines newly generated bodies. */
  constructor(contract: Contract, { leads, failures }: StoredSequences = { leads: [], failures: [] }, seed = 0) {
    this.#contract = contract;
    this.#seed = seed;
    this.#leads = new Map(leads.map(([key, lead]) => [key, { ...lead, segments: new Map(lead.segments) }]));
    this.#failures = new Map(failures);
    this.#children = childrenIn(contract);
    this.#operations = new Map(
      contract.operations.flatMap((one) => [
        [one.key, one],
        [one.operationId ?? one.key, one],
      ]),
    );
  }

  /** The known leads in the form that is stored. */
  get stored(): StoredSequences {
    const leads = [...this.#leads].map(([key, lead]) => [key, { ...lead, segments: [...lead.segments] }] as const);
    return { leads, failures: [...this.#failures] };
  }

  /** The number of operations that are tried on created resources. */
  get leadCount(): number {
    return this.#leads.size;
  }

  /** Learns from a case whose last request was accepted: the created resource can lead to other operations. */
  learn({ steps }: FuzzCase, exchange: Exchange): void {
    const last = steps.at(-1);
    const operation = this.#operations.get(last?.operation ?? '');
    const { json } = exchange;
    if (!last || !operation || json === undefined || steps.length > mostSteps) return;
    const made = { steps, last, answer: toPlain(json) };
    for (const below of this.#children.get(operation.key) ?? []) this.#take(below, this.#leadBy(below, made));
    for (const [below, segments] of this.#linked(operation, exchange.status ?? 0, made))
      this.#take(below, { steps, segments, refused: 0, used: 0 });
  }

  /** Returns a case of an operation, preceded by the creation of its resource; undefined if no creation is known, or if the case is about its path. */
  withCreatedResource(operation: Operation, one: FuzzCase): FuzzCase | undefined {
    const lead = this.#leads.get(operation.key);
    const [step] = one.steps;
    const isOfPath = one.label.is === 'invalid' && one.label.broken.place.startsWith('path');
    if (!lead || !step || one.steps.length > 1 || isOfPath || step.operation !== operation.key) return undefined;
    const segments = segmentsOf(step.path).map((text, at) => lead.segments.get(at) ?? text);
    if (lead.refused > 0) lead.used += 1;
    return { steps: [...this.#stepsOf(lead), { ...step, path: withSegments(step.path, segments) }], label: one.label };
  }

  /**
   * Notes that a case could not be sent to the end because the steps before it created nothing. If the creation was refused for its content, it is sent in
   * another way from now on.
   */
  failed({ key }: Operation, last?: Exchange): void {
    const lead = this.#leads.get(key);
    const isRefused = last?.class === 'refused' && !isForOther(last.status);
    if (lead && isRefused && lead.refused < mostRefused) {
      lead.refused += 1;
      return;
    }
    const failures = (this.#failures.get(key) ?? 0) + 1;
    this.#failures.set(key, failures);
    if (failures >= mostFailures) this.#leads.delete(key);
  }

  #stepsOf({ steps, refused, used }: Lead): readonly CaseStep[] {
    if (refused === 0) return steps;
    return steps.map((step) => {
      const operation = this.#operations.get(step.operation ?? '');
      const how = { refused, used, seed: this.#seed };
      return operation ? withUniqueValues(requestModel(this.#contract, operation), step, how) : step;
    });
  }

  #take({ key }: Operation, lead: Lead | undefined): void {
    if (!lead || this.#leads.has(key)) return;
    this.#leads.set(key, lead);
    this.#failures.delete(key);
  }

  #leadBy(below: Operation, { steps, last, answer }: Made): Lead | undefined {
    const template = templateOf(below);
    const own = segmentsOf(last.path);
    const at = own.at(-1) === '' ? own.length - 1 : own.length;
    const pointer = this.#pointerFor(below, nameIn(template[at] ?? ''), answer);
    if (pointer === undefined) return undefined;
    const before = own.slice(0, at).map((text, index) => [index, text] as const);
    const segments = new Map([...before, [at, `{{${steps.length}${pointer}}}`] as const]);
    return { steps, segments, refused: 0, used: 0 };
  }

  /** Returns a pointer to the value in an answer that fits a path parameter. */
  #pointerFor(below: Operation, name: string | undefined, answer: Plain): string | undefined {
    const parameter = parametersOf(below).find((one) => one.in === 'path' && one.name === name);
    if (!parameter) return undefined;
    for (const pointer of placesFor(parameter.name, answer)) {
      const value = valueAt(answer, pointer);
      const isReferable = /^(?:\/[^{}/]{1,100}){1,16}$/.test(pointer);
      if (isReferable && isId(value) && this.#contract.faultsBy(parameter.schema, value).length === 0) return pointer;
    }
    return undefined;
  }

  /** Generates the operations that the contract links an answer to, with the path segments that the answer provides. */
  *#linked(operation: Operation, status: number, { steps, answer }: Made): Generator<[Operation, Map<number, string>]> {
    const links = Object.values(responseFor(operation.responses, status)?.links ?? {}) as OpenAPIV3_1.LinkObject[];
    for (const { operationId = '', parameters = {} } of links) {
      const below = this.#operations.get(operationId);
      const segments = new Map<number, string>();
      for (const [name, expression] of Object.entries(parameters)) {
        const [, pointer = ''] = /^\$response\.body#(\/.+)$/.exec(String(expression)) ?? [];
        const at = below
          ? templateOf(below).findIndex((segment) => nameIn(segment) === name.replace(/^path\./, ''))
          : -1;
        if (at >= 0 && isId(valueAt(answer, pointer))) segments.set(at, `{{${steps.length}${pointer}}}`);
      }
      if (below && segments.size > 0) yield [below, segments];
    }
  }
}

/** An accepted request: its case's steps, the last of them, and its answer. */
interface Made {
  steps: readonly CaseStep[];
  last: CaseStep;
  answer: Plain;
}

const odd = (because: string) => ({ is: 'odd', because }) as const;

/** The number of simultaneous repeats. */
const racing = 3;

/** Generates repeats of an accepted write: the same again, and several at once on separate connections. */
export function* repeatsOf({ steps }: FuzzCase): Generator<FuzzCase> {
  const last = steps.at(-1);
  if (!last) return;
  yield { steps: [...steps, last], label: odd('the same write twice') };
  const raced: CaseStep = { ...last, race: 1, connection: 'own' };
  yield {
    steps: [...steps.slice(0, -1), ...Array.from({ length: racing }, () => raced)],
    label: odd('the same write at once on several connections'),
  };
}

/** Returns a case that reads a deleted resource: it should no longer exist, and the read must not crash the service. */
export function readAfter(deleted: FuzzCase, read: CaseStep): FuzzCase {
  return { steps: [...deleted.steps, read], label: odd('a read of what was deleted') };
}

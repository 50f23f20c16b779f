import type { Exchange } from '../../harness/exchange.ts';
import type { Operation } from '../../schemas/operations.ts';
import type { GroupedCase } from '../requests/cases.ts';
import type { Subject } from '../requests/subject.ts';
import { marked } from './marks.ts';
import type { AnyRuling } from './oracles.ts';
import type { AnyReport, Share } from './report.ts';
import { type AnyRequirement, anyRequirements } from './requirements.ts';

/** What was seen of one operation. */
interface Seen {
  cases: number;
  valid: number;
  accepted: number;
  parts: number;
  touched: Set<string>;
  sides: Set<number>;
  offered: Set<number>;
  classes: Map<string, number>;
  responses: Set<string>;
  /** Why a case of it could not be made, or is not sent. */
  lacks?: string;
}

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

/** The parts of an operation that a step has. */
function partsIn({ parts }: Subject, { steps }: GroupedCase): string[] {
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

/** The name by which an operation describes a status: the status itself, its class, or all others. */
function describedAs({ responses }: Operation, status: number): string | undefined {
  const names = [String(status), `${Math.floor(status / 100)}XX`, `${Math.floor(status / 100)}xx`, 'default'];
  return names.find((name) => Object.hasOwn(responses, name));
}

/** Counts what a campaign touches of what there is. */
export class AnyCoverage {
  readonly #seen = new Map<string, Seen>();
  readonly #operations: readonly Operation[];
  readonly #sides = new Map<string, { of: number; done: number }>();
  #unturned = 'budget';
  readonly #labels = new Map<string, number>();
  readonly #rulings = new Map<AnyRequirement, { held: number; broken: number; undecided: number; learned: number }>();

  constructor(operations: readonly Operation[]) {
    this.#operations = operations;
  }

  /** How many cases of an operation were sent. */
  casesOf({ key }: Operation): number {
    return this.#seen.get(key)?.cases ?? 0;
  }

  /** How many operations a case was sent of. */
  touched(): { touched: number; of: number } {
    const touched = this.#operations.filter((operation) => this.casesOf(operation) > 0).length;
    return { touched, of: this.#operations.length };
  }

  /** How many requirements were decided on some answer, whatever was seen. */
  decided(): Share {
    const done = [...this.#rulings.values()].filter(({ held, broken, learned }) => held + broken + learned > 0).length;
    return { done, of: Object.keys(anyRequirements).length };
  }

  /** True where a constraint of an operation was not tried on this side before. */
  isFresh({ key }: Operation, { reason }: GroupedCase): boolean {
    return reason !== undefined && !this.#of(key).sides.has(marked(JSON.stringify(reason)));
  }

  /** A case that could be sent; one that is makes its side tried. */
  offered({ operation }: Subject, { reason }: GroupedCase, isSent = false): void {
    if (!reason) return;
    const mark = marked(JSON.stringify(reason));
    const seen = this.#of(operation.key);
    const name = `${reason.keyword} ${reason.side}`;
    const count = this.#sides.get(name) ?? { of: 0, done: 0 };
    this.#sides.set(name, count);
    if (!seen.offered.has(mark)) count.of += 1;
    if (isSent && !seen.sides.has(mark)) count.done += 1;
    seen.offered.add(mark);
    if (isSent) seen.sides.add(mark);
  }

  /** A case that was sent, and the answer to its last step. */
  sent(
    subject: Subject,
    one: GroupedCase,
    { exchange, rulings }: { exchange: Exchange; rulings: readonly AnyRuling[] },
  ): void {
    const { operation, parts } = subject;
    const seen = this.#of(operation.key);
    const { status } = exchange;
    this.offered(subject, one, true);
    seen.cases += 1;
    seen.parts = parts.length;
    for (const name of partsIn(subject, one)) seen.touched.add(name);
    addTo(this.#labels, one.label.is);
    addTo(seen.classes, status === undefined ? 'no answer' : `${Math.floor(status / 100)}xx`);
    const described = status === undefined ? undefined : describedAs(operation, status);
    if (described !== undefined) seen.responses.add(described);
    if (one.label.is === 'valid') {
      seen.valid += 1;
      if (exchange.class === 'accepted') seen.accepted += 1;
      else
        seen.lacks = `every sound request is answered with ${status ?? 'nothing'}${status === 401 || status === 403 ? ': credential' : ''}`;
    }
    for (const { requirement, ruling } of rulings) this.#countOf(requirement)[ruling.state] += 1;
  }

  /** Why an operation has no case, or no more. */
  lacks({ key }: Operation, why: string): void {
    this.#of(key).lacks = why;
  }

  /** Why an operation that was not tried had no turn. */
  ended(why: string): void {
    this.#unturned = why;
  }

  /** All of it, as plain values. */
  report(): AnyReport {
    const all = this.#operations.map((operation) => ({ operation, seen: this.#of(operation.key) }));
    const sum = (of: (seen: Seen) => number) => all.reduce((total, { seen }) => total + of(seen), 0);
    const classes = new Map<string, number>();
    for (const { seen } of all)
      for (const [name, count] of seen.classes) classes.set(name, (classes.get(name) ?? 0) + count);
    const described = all.reduce((total, { operation }) => total + Object.keys(operation.responses).length, 0);
    const unreached = new Map<string, string[]>();
    for (const { operation, seen } of all)
      if (seen.accepted === 0) {
        const why = seen.lacks ?? (seen.cases === 0 ? this.#unturned : 'no sound request was sent');
        unreached.set(why, [...(unreached.get(why) ?? []), operation.key]);
      }
    const parameters = all.reduce((total, { operation, seen }) => total + (seen.parts || partsOf(operation)), 0);
    return {
      operations: {
        of: all.length,
        done: all.filter(({ seen }) => seen.cases > 0).length,
        reached: all.filter(({ seen }) => seen.accepted > 0).length,
      },
      parameters: { of: parameters, done: sum(({ touched }) => touched.size) },
      sides: Object.fromEntries([...this.#sides].sort(([a], [b]) => (a < b ? -1 : 1))),
      classes: Object.fromEntries([...classes].sort()),
      responses: { of: described, done: sum(({ responses }) => responses.size) },
      requirements: Object.fromEntries(
        (Object.keys(anyRequirements) as AnyRequirement[]).map((id) => [id, { ...this.#countOf(id) }]),
      ),
      valid: { of: sum(({ valid }) => valid), done: sum(({ accepted }) => accepted) },
      labels: Object.fromEntries(this.#labels),
      unreached: Object.fromEntries(unreached),
    };
  }

  #countOf(id: AnyRequirement) {
    const count = this.#rulings.get(id) ?? { held: 0, broken: 0, undecided: 0, learned: 0 };
    this.#rulings.set(id, count);
    return count;
  }

  #of(key: string): Seen {
    const seen = this.#seen.get(key) ?? {
      cases: 0,
      valid: 0,
      accepted: 0,
      parts: 0,
      touched: new Set(),
      sides: new Set(),
      offered: new Set(),
      classes: new Map(),
      responses: new Set(),
    };
    this.#seen.set(key, seen);
    return seen;
  }
}

const partsOf = ({ parameters, requestBody }: Operation) => parameters.length + (requestBody ? 1 : 0);

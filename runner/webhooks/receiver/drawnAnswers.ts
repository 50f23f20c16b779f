import { createHash } from 'node:crypto';
import type { Answer } from '../../../traffic/journal/deliveryPlan.ts';

const success: Answer = { status: 200 };

const statuses = (...some: readonly number[]): readonly Answer[] => some.map((status) => ({ status }));

/** Kinds of failure: only 200 is a success (§ Webhook delivery). None of them is late, so that no other delivery has to wait. */
const failures: readonly Answer[] = [
  ...statuses(201, 202, 203, 204, 205, 206, 207, 208, 226, 299),
  ...statuses(300, 301, 302, 303, 304, 307, 308),
  ...statuses(400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 411, 412, 413, 415, 418, 421, 422, 423, 425, 429, 451),
  ...statuses(500, 501, 502, 503, 504, 507, 508, 511, 520, 599),
  { reset: 'before' },
  { reset: 'within' },
];

/** How many attempts fail before the first success, for the bodies of a kind in turn. Most succeed soon, and some never do. */
const failuresInTurn = [1, 0, 2, 1, Number.POSITIVE_INFINITY, 0, 1, 3, 0, 1, 5, 2, 0, 1, 4, 0, 7, 1, 10, 0, 2];

/** What was drawn for one body: its place among the bodies of its kind, how many attempts have arrived, and the failure that all of them get, if it is one. */
interface Drawn {
  ordinal: number;
  attempts: number;
  always?: Answer;
}

/** The most bodies that are remembered; any further one succeeds at once. */
const mostBodies = 5_000;

/**
 * The answers to deliveries that no plan covers: the seed of the run draws how often each body fails and how. Only for a run that plays all retries within the
 * run, because it moves the target's clock.
 */
export class DrawnAnswers {
  readonly #seed: string;
  readonly #bodies = new Map<string, Drawn>();
  readonly #counts = new Map<string, number>();

  /** All failures, in an order that the seed draws. */
  readonly #failures: readonly Answer[];
  /** How many failures each kind of webhook got. */
  readonly #given = new Map<string, number>();

  constructor(seed: number) {
    this.#seed = String(seed);
    const places = failures.map((answer) => ({ answer, place: this.#number(JSON.stringify(answer)) }));
    this.#failures = places.toSorted((a, b) => a.place - b.place).map(({ answer }) => answer);
  }

  /** Returns the answer to one more attempt at a body. */
  answerTo(kind: string, raw: Buffer): Answer {
    const key = `${kind} ${createHash('sha256').update(raw).digest('hex')}`;
    const known = this.#bodies.get(key) ?? this.#begun(key, kind);
    if (!known) return success;
    known.attempts += 1;
    return this.#drawn(kind, known);
  }

  #begun(key: string, kind: string): Drawn | undefined {
    if (this.#bodies.size >= mostBodies) return undefined;
    const ordinal = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, ordinal + 1);
    const begun = { ordinal, attempts: 0 };
    this.#bodies.set(key, begun);
    return begun;
  }

  #drawn(kind: string, known: Drawn): Answer {
    const { ordinal, attempts } = known;
    const fails = failuresInTurn[(this.#number(kind) + ordinal) % failuresInTurn.length] ?? 0;
    if (attempts > fails) return success;
    // Half of the bodies fail in the same way each time, so that what a later attempt changes is told from what an answer changes.
    if (ordinal % 2 === 0) return this.#nextFailure(kind);
    known.always ??= this.#nextFailure(kind);
    return known.always;
  }

  /** Returns the next failure for a kind of webhook, so that each kind gets every failure as long as its deliveries fail. */
  #nextFailure(kind: string): Answer {
    const given = this.#given.get(kind) ?? 0;
    this.#given.set(kind, given + 1);
    return this.#failures[(this.#number(`failures of ${kind}`) + given) % this.#failures.length] ?? success;
  }

  #number(of: string): number {
    return createHash('sha256').update(`${this.#seed} webhook answers ${of}`).digest().readUInt32LE();
  }
}

import type { DeliveryPlan } from '../../../traffic/journal/deliveryPlan.ts';
import type { DeliveryLine, ExperimentLine } from '../../../traffic/journal/journalTypes.ts';
import { gapsIn, joinedSpans, spansWithin, type TimeSpan } from '../../../traffic/journal/timeSpans.ts';
import type { Question } from '../../worker/receiverHandle.ts';
import { containsWord } from '../receiver/containsWord.ts';
import {
  noStoredExperiments,
  readStoredExperiments,
  type StoredExperiment,
  type StoredExperiments,
  storedDelivery,
  writeStoredExperiments,
} from './experimentsFile.ts';
import type { TargetClock } from './targetClock.ts';

/** Experiments of one target that may be open at a time. */
export const mostExperiments = 100;

/** Deliveries that are kept of one experiment. */
export const mostDeliveries = 120;

/** What is long due and was never asked for is forgotten, ms. */
const forgottenMs = 30 * 86_400_000;

/** Whoever does not say for so long that he is there was not, ms: the machine slept. */
const asleepMs = 30_000;

/** A plan that an earlier run has begun: so many attempts were answered by it already. */
export interface BegunPlan {
  match: string;
  plan: DeliveryPlan;
  seen: number;
}

/** Who keeps experiments, where, and how long each takes at the most, ms. */
export interface ExperimentsParts {
  /** None where the target does not outlive the run. */
  file?: string | undefined;
  /** The run that listens, or `inbox`. */
  run: string;
  horizonMs: number;
  clock: TargetClock;
}

const iso = (ms: number) => new Date(ms).toISOString();

/** What is seen for the first time late may be repeated late: an experiment is due a horizon after the last new body, but after two at the latest. */
function dueOf({ openedAt, deliveries }: StoredExperiment, horizonMs: number): string {
  const openedMs = Date.parse(openedAt);
  const firsts = new Map<string, number>();
  for (const { request, targetAt } of deliveries)
    if (!firsts.has(request.body.sha256)) firsts.set(request.body.sha256, Date.parse(targetAt));
  const last = Math.max(openedMs, ...firsts.values());
  return iso(Math.min(last, openedMs + horizonMs) + horizonMs);
}

/** Deliveries with one more, or with what is known of one by now. */
function withDelivery(deliveries: readonly DeliveryLine[], one: DeliveryLine): readonly DeliveryLine[] {
  const index = deliveries.findLastIndex(({ id, run }) => id === one.id && run === one.run);
  if (index >= 0) return deliveries.with(index, one);
  return deliveries.length < mostDeliveries ? [...deliveries, one] : deliveries;
}

/** Other methods, and what came to where a redirect points, is answered beside the plan. */
const followsPlan = ({ request, moved }: DeliveryLine) => request.method === 'POST' && moved === undefined;

const seconds = (span: TimeSpan) => Math.round((Date.parse(span.untilAt) - Date.parse(span.fromAt)) / 1000);

function whyVoid([first, ...others]: readonly TimeSpan[]): string | undefined {
  if (!first) return undefined;
  const more = others.length === 0 ? '' : `, and ${others.length} more times`;
  return `our receiver did not listen for ${seconds(first)} s from ${first.fromAt}${more}`;
}

/**
 * The experiments on deliveries of one target, those of earlier runs among them. Each change is in the file before the next step, so that
 * whoever is killed loses nothing that was taken.
 */
export class Experiments {
  readonly #keeping: ExperimentsParts;
  #kept: StoredExperiments = noStoredExperiments;
  /** Since when we listen, by the target's clock; undefined while we do not. */
  #since: string | undefined;
  /** When we said last that we listen, by our clock and by the target's. */
  #beat = { ms: Date.now(), at: '' };
  #opened = 0;
  /** What this run has written as due. */
  readonly #judged = new Set<string>();

  constructor(keeping: ExperimentsParts) {
    this.#keeping = keeping;
    if (keeping.file === undefined) return;
    const kept = readStoredExperiments(keeping.file);
    const isKnown = ({ dueAt }: StoredExperiment) => keeping.clock.nowMs - Date.parse(dueAt) < forgottenMs;
    this.#kept = { ...kept, experiments: kept.experiments.filter(isKnown) };
  }

  /** The experiments as they are kept. */
  get all(): readonly StoredExperiment[] {
    return this.#kept.experiments;
  }

  /** How deliveries are to be answered from the beginning on: what earlier runs have begun goes on. */
  plans(): BegunPlan[] {
    const seenIn = (deliveries: readonly DeliveryLine[]) => deliveries.filter(followsPlan).length;
    return this.all.map(({ match, plan, deliveries }) => ({ match, plan, seen: seenIn(deliveries) }));
  }

  /** When the last of them is due that was not judged in this run, ms since 1970 by the target's clock. */
  get lastDueMs(): number | undefined {
    const waiting = this.all.filter(({ id }) => !this.#judged.has(id));
    return waiting.length === 0 ? undefined : Math.max(...waiting.map(({ dueAt }) => Date.parse(dueAt)));
  }

  /** The time by the target's clock as it was told last, ISO 8601. */
  get targetNow(): string {
    return this.#keeping.clock.now;
  }

  /** Opens an experiment; gives its id. Throws RangeError where too many are open. */
  begin({ requirement, webhook, match, plan }: Question): string {
    if (this.all.length >= mostExperiments) throw new RangeError(`${mostExperiments} experiments are open already`);
    const { run, clock, horizonMs } = this.#keeping;
    this.#opened += 1;
    const id = `${run}-x${this.#opened}`;
    const own = { id, requirement, run, webhook, match, plan, openedAt: clock.now, deliveries: [] };
    this.#keep({ experiments: [...this.all, { ...own, dueAt: dueOf({ ...own, dueAt: '' }, horizonMs) }] });
    return id;
  }

  /** Takes one more delivery, where it belongs to an experiment, or says how one that was taken has ended. */
  take(line: DeliveryLine): void {
    const { run, horizonMs, clock } = this.#keeping;
    clock.observe(Date.parse(line.targetAt));
    const text = line.request.body.text ?? '';
    const isOf = ({ match, webhook }: StoredExperiment) =>
      containsWord(match, text) && webhook === (line.webhook ?? webhook);
    if (!this.all.some(isOf)) return;
    const kept = storedDelivery(line, run);
    const experiments = this.all.map((one) => {
      if (!isOf(one)) return one;
      const grown = { ...one, deliveries: withDelivery(one.deliveries, kept) };
      return { ...grown, dueAt: dueOf(grown, horizonMs) };
    });
    this.#keep({ experiments });
  }

  /** We listen from now on. */
  listening(): void {
    this.#since ??= this.#keeping.clock.now;
    this.#beat = { ms: Date.now(), at: this.#since };
    this.#keep({});
  }

  /** We do not listen from now on. */
  resting(): void {
    if (this.#since === undefined) return;
    this.#keep({ listened: this.#listened() });
    this.#since = undefined;
  }

  /** Says that we still listen: who is killed has listened until then, and who slept has not. */
  beat(): void {
    const { ms, at } = this.#beat;
    const { now } = this.#keeping.clock;
    this.#beat = { ms: Date.now(), at: now };
    if (this.#since === undefined) return;
    const isAwake = Date.now() - ms <= asleepMs;
    const before = isAwake ? [] : [{ fromAt: this.#since, untilAt: at }];
    if (!isAwake) this.#since = now;
    this.#keep({ listened: [...this.#kept.listened, ...before] });
  }

  /** Every experiment as a line of this run's journal; of those that may not be judged in this run only those that are open. */
  journalLines(mayJudge: (requirement: string) => boolean): ExperimentLine[] {
    const listened = this.#listened();
    return this.all.flatMap((one) => {
      const line = this.#lineOf(one, listened);
      if (line.state === 'open') return [line];
      if (!mayJudge(one.requirement)) return [];
      this.#judged.add(one.id);
      return [line];
    });
  }

  /** Forgets what this run was shown as due: it is judged, and in no later run. */
  close(): void {
    this.resting();
    this.#keep({ experiments: this.all.filter(({ id }) => !this.#judged.has(id)) });
  }

  #lineOf(one: StoredExperiment, listened: readonly TimeSpan[]): ExperimentLine {
    const { run, clock } = this.#keeping;
    const isDue = clock.nowMs >= Date.parse(one.dueAt);
    const whole = { fromAt: one.openedAt, untilAt: isDue ? one.dueAt : clock.now };
    const why = isDue ? whyVoid(gapsIn(listened, whole)) : undefined;
    const state = why !== undefined ? 'void' : isDue ? 'due' : 'open';
    const deliveries = one.deliveries.map((line) => {
      const { run: by, ...own } = line;
      return by === run ? own : line;
    });
    const heard = spansWithin(listened, whole);
    return { kind: 'experiment', ...one, state, ...(why !== undefined && { why }), listened: heard, deliveries };
  }

  #listened(): TimeSpan[] {
    const own = this.#since === undefined ? [] : [{ fromAt: this.#since, untilAt: this.#keeping.clock.now }];
    return joinedSpans([...this.#kept.listened, ...own]);
  }

  #keep(change: Partial<StoredExperiments>): void {
    this.#kept = { ...this.#kept, ...change };
    const { file } = this.#keeping;
    if (file === undefined) return;
    const { experiments } = this.#kept;
    const oldest = Math.min(...experiments.map(({ openedAt }) => Date.parse(openedAt)));
    const listened = this.#listened().filter(({ untilAt }) => Date.parse(untilAt) >= oldest);
    writeStoredExperiments(file, { version: 1, experiments, listened });
  }
}

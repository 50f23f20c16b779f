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

/** The most experiments of one target that may be open at a time. */
export const mostExperiments = 100;

/** The most deliveries stored for one experiment. */
export const mostDeliveries = 120;

/** An experiment that has been due for this long and was never judged is dropped, ms. */
const forgottenMs = 30 * 86_400_000;

/** If more time than this passes between two heartbeats, ms, the receiver did not listen in between; the machine may have slept. */
const asleepMs = 30_000;

/** An answer plan of an earlier run; `seen` is the number of attempts that the plan has already answered. */
export interface BegunPlan {
  match: string;
  plan: DeliveryPlan;
  seen: number;
}

/** Who runs the experiments, where they are stored, and how long each takes at most, ms. */
export interface ExperimentsParts {
  /** Undefined if the target does not outlive the run. */
  file?: string | undefined;
  /** The id of the listening run, or `inbox`. */
  run: string;
  horizonMs: number;
  clock: TargetClock;
}

const iso = (ms: number) => new Date(ms).toISOString();

/**
 * Returns when an experiment is due. A body that first appears late may be repeated late, so the experiment is due one horizon after the last new body, but at
 * most two horizons after its start.
 */
function dueOf({ openedAt, deliveries }: StoredExperiment, horizonMs: number): string {
  const openedMs = Date.parse(openedAt);
  const firsts = new Map<string, number>();
  for (const { request, targetAt } of deliveries)
    if (!firsts.has(request.body.sha256)) firsts.set(request.body.sha256, Date.parse(targetAt));
  const last = Math.max(openedMs, ...firsts.values());
  return iso(Math.min(last, openedMs + horizonMs) + horizonMs);
}

/** Returns the deliveries with one delivery added, or replaced if it is already in the list. */
function withDelivery(deliveries: readonly DeliveryLine[], one: DeliveryLine): readonly DeliveryLine[] {
  const index = deliveries.findLastIndex(({ id, run }) => id === one.id && run === one.run);
  if (index >= 0) return deliveries.with(index, one);
  return deliveries.length < mostDeliveries ? [...deliveries, one] : deliveries;
}

/** True for a delivery that the plan answers. Other methods and redirected requests get an answer outside the plan. */
const followsPlan = ({ request, moved }: DeliveryLine) => request.method === 'POST' && moved === undefined;

const seconds = (span: TimeSpan) => Math.round((Date.parse(span.untilAt) - Date.parse(span.fromAt)) / 1000);

function whyVoid([first, ...others]: readonly TimeSpan[]): string | undefined {
  if (!first) return undefined;
  const more = others.length === 0 ? '' : `, and ${others.length} more times`;
  return `our receiver did not listen for ${seconds(first)} s from ${first.fromAt}${more}`;
}

/**
 * The experiments on deliveries of one target, including those of earlier runs. Each change is written to the file before the next step, so that a killed
 * process loses no received delivery.
 */
export class Experiments {
  readonly #keeping: ExperimentsParts;
  #stored: StoredExperiments = noStoredExperiments;
  /** Since when we listen, in the target's time; undefined while we do not. */
  #since: string | undefined;
  /** The last heartbeat, in our time and in the target's. */
  #beat = { ms: Date.now(), at: '' };
  #opened = 0;
  /** The due experiments that this run has already written into its journal. */
  readonly #judged = new Set<string>();

  constructor(keeping: ExperimentsParts) {
    this.#keeping = keeping;
    if (keeping.file === undefined) return;
    const stored = readStoredExperiments(keeping.file);
    const isKnown = ({ dueAt }: StoredExperiment) => keeping.clock.nowMs - Date.parse(dueAt) < forgottenMs;
    this.#stored = { ...stored, experiments: stored.experiments.filter(isKnown) };
  }

  /** The stored experiments. */
  get all(): readonly StoredExperiment[] {
    return this.#stored.experiments;
  }

  /** Returns the answer plans from the start, which continue those of earlier runs. */
  plans(): BegunPlan[] {
    const seenIn = (deliveries: readonly DeliveryLine[]) => deliveries.filter(followsPlan).length;
    return this.all.map(({ match, plan, deliveries }) => ({ match, plan, seen: seenIn(deliveries) }));
  }

  /** When the last experiment that this run has not judged is due, ms since 1970 in the target's time. */
  get lastDueMs(): number | undefined {
    const waiting = this.all.filter(({ id }) => !this.#judged.has(id));
    return waiting.length === 0 ? undefined : Math.max(...waiting.map(({ dueAt }) => Date.parse(dueAt)));
  }

  /** The target's time as last reported, ISO 8601. */
  get targetNow(): string {
    return this.#keeping.clock.now;
  }

  /** Opens an experiment and returns its id. Throws RangeError if too many are open. */
  begin({ requirement, webhook, match, plan }: Question): string {
    if (this.all.length >= mostExperiments) throw new RangeError(`${mostExperiments} experiments are open already`);
    const { run, clock, horizonMs } = this.#keeping;
    this.#opened += 1;
    const id = `${run}-x${this.#opened}`;
    const own = { id, requirement, run, webhook, match, plan, openedAt: clock.now, deliveries: [] };
    this.#keep({ experiments: [...this.all, { ...own, dueAt: dueOf({ ...own, dueAt: '' }, horizonMs) }] });
    return id;
  }

  /** Adds a delivery to its experiments, or updates one that was already added; ignores a delivery without an experiment. */
  take(line: DeliveryLine): void {
    const { run, horizonMs, clock } = this.#keeping;
    clock.observe(Date.parse(line.targetAt));
    const text = line.request.body.text ?? '';
    const isOf = ({ match, webhook }: StoredExperiment) =>
      containsWord(match, text) && webhook === (line.webhook ?? webhook);
    if (!this.all.some(isOf)) return;
    const stored = storedDelivery(line, run);
    const experiments = this.all.map((one) => {
      if (!isOf(one)) return one;
      const grown = { ...one, deliveries: withDelivery(one.deliveries, stored) };
      return { ...grown, dueAt: dueOf(grown, horizonMs) };
    });
    this.#keep({ experiments });
  }

  /** Marks that we listen from now on. */
  listening(): void {
    this.#since ??= this.#keeping.clock.now;
    this.#beat = { ms: Date.now(), at: this.#since };
    this.#keep({});
  }

  /** Marks that we do not listen from now on. */
  resting(): void {
    if (this.#since === undefined) return;
    this.#keep({ listened: this.#listened() });
    this.#since = undefined;
  }

  /** Records a heartbeat. A killed process counts as listening until its last heartbeat; a machine that slept did not listen. */
  beat(): void {
    const { ms, at } = this.#beat;
    const { now } = this.#keeping.clock;
    this.#beat = { ms: Date.now(), at: now };
    if (this.#since === undefined) return;
    const isAwake = Date.now() - ms <= asleepMs;
    const before = isAwake ? [] : [{ fromAt: this.#since, untilAt: at }];
    if (!isAwake) this.#since = now;
    this.#keep({ listened: [...this.#stored.listened, ...before] });
  }

  /** Returns the experiments as lines of this run's journal. Those that this run may not judge appear only while they are open. */
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

  /** Drops the experiments that this run has written as due, because no later run judges them. */
  close(): void {
    this.resting();
    this.#keep({ experiments: this.all.filter(({ id }) => !this.#judged.has(id)) });
  }

  #lineOf(one: StoredExperiment, listened: readonly TimeSpan[]): ExperimentLine {
    const { run, clock } = this.#keeping;
    const isDue = clock.nowMs >= Date.parse(one.dueAt);
    const period = { fromAt: one.openedAt, untilAt: isDue ? one.dueAt : clock.now };
    const why = isDue ? whyVoid(gapsIn(listened, period)) : undefined;
    const state = why !== undefined ? 'void' : isDue ? 'due' : 'open';
    const deliveries = one.deliveries.map((line) => {
      const { run: by, ...own } = line;
      return by === run ? own : line;
    });
    const listenedSpans = spansWithin(listened, period);
    return {
      kind: 'experiment',
      ...one,
      state,
      ...(why !== undefined && { why }),
      listened: listenedSpans,
      deliveries,
    };
  }

  #listened(): TimeSpan[] {
    const own = this.#since === undefined ? [] : [{ fromAt: this.#since, untilAt: this.#keeping.clock.now }];
    return joinedSpans([...this.#stored.listened, ...own]);
  }

  #keep(change: Partial<StoredExperiments>): void {
    this.#stored = { ...this.#stored, ...change };
    const { file } = this.#keeping;
    if (file === undefined) return;
    const { experiments } = this.#stored;
    const oldest = Math.min(...experiments.map(({ openedAt }) => Date.parse(openedAt)));
    const listened = this.#listened().filter(({ untilAt }) => Date.parse(untilAt) >= oldest);
    writeStoredExperiments(file, { version: 1, experiments, listened });
  }
}

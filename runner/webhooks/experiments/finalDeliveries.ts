import { setTimeout as delay } from 'node:timers/promises';
import type { ExperimentLine } from '../../../traffic/journal/journalTypes.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Target } from '../../../traffic/target/target.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import { type Advance, moveClockOf } from '../../worker/controlActions.ts';
import { linesOf, type ReceiverHandle } from '../../worker/receiverHandle.ts';
import type { Worker } from '../../worker/worker.ts';
import { horizonOf } from './horizon.ts';
import { advanceWithAnswers, playRetries, type RetryPlayback, stepwise } from './playRetries.ts';
import { experimentsIn } from './runExperiments.ts';
import { outstandingWebhooks } from './targetTime.ts';

/** What the final deliveries need besides their worker. */
export interface FinalDeliveriesParts {
  api: Api;
  /** The run record, which receives the lines of the receiver. */
  record: RunRecord;
}

type ControlApi = NonNullable<Target['control']>;

/** The pause between two checks of the running attempts, ms. */
const pauseMs = 5;

/** A late delivery postpones the end of its experiment, so the clock is moved to a later end at most this many times. */
const mostRounds = 3;

/** A target gives its time in whole seconds. */
const secondMs = 1_000;

const asNumber = (value: unknown): number => (typeof value === 'number' ? value : 0);

function playingOf({ receiver }: Worker, control: ControlApi, advance: Advance): RetryPlayback {
  return {
    outstanding: async () => {
      const outstanding = await outstandingWebhooks(control);
      const { underway } = await receiver.status();
      return outstanding && { ...outstanding, underway: Math.max(outstanding.underway, underway) };
    },
    advance,
    delayedAnswers: () => receiver.delayedAnswers(),
    release: async (ms) => void (await receiver.release({ ms })),
    pause: () => delay(pauseMs),
  };
}

/**
 * Returns a function that moves the clock at once if the control API reports outstanding webhooks. Otherwise the function moves the clock in steps and reads
 * the target's time after each step.
 */
function movingOf({ receiver }: Worker, control: ControlApi, advance: Advance): Advance {
  const step: Advance = async (ms) => {
    const isMoved = await advance(ms);
    await receiver.askExperiments('time');
    return isMoved;
  };
  return async (ms) => ((await outstandingWebhooks(control)) ? advance(ms) : stepwise(step, ms));
}

/** Returns what is needed to play the retries of a run's target; undefined if the target's clock cannot be moved. */
function playbackOf(worker: Worker): RetryPlayback | undefined {
  const { control } = worker.target;
  const advance = moveClockOf(worker);
  return control && advance && playingOf(worker, control, movingOf(worker, control, advance));
}

/** Returns a function that moves the target's clock and gives each delayed answer at its time; undefined if the clock cannot be moved. */
export function moveClockWithAnswers(worker: Worker): Advance | undefined {
  const playing = playbackOf(worker);
  return playing && ((ms) => advanceWithAnswers(playing, ms));
}

/** Moves the clock past the end of every experiment, for a target that does not report its outstanding webhooks. */
async function playBlindly({ receiver }: Worker, playing: RetryPlayback): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    const [dueMs, nowMs] = [
      asNumber(await receiver.askExperiments('due')),
      asNumber(await receiver.askExperiments('time')),
    ];
    if (nowMs === 0 || nowMs >= dueMs || !(await advanceWithAnswers(playing, dueMs - nowMs + secondMs))) return;
  }
}

/** Moves the clock past all retries of failed deliveries and past the end of every experiment. */
async function playAll(worker: Worker, playing: RetryPlayback): Promise<void> {
  const { receiver, target } = worker;
  const first = await playing.outstanding();
  if (!first) return playBlindly(worker, playing);
  const isQuiet = first.nextMs === undefined && first.underway === 0;
  let untilMs = isQuiet ? 0 : first.nowMs + horizonOf(target, { isPlayed: true });
  for (let round = 0; round < mostRounds; round += 1) {
    untilMs = Math.max(untilMs, asNumber(await receiver.askExperiments('due')));
    const { nowMs = untilMs } = (await playing.outstanding()) ?? {};
    if (nowMs >= untilMs || !(await playRetries(playing, untilMs))) return;
  }
}

const paymentIds = /PMT-[0-9A-Za-z-]{36}/g;

/** At most this many payments of experiments are read once more. */
const mostReread = 30;

/** The most reads that finishing the deliveries takes. */
export const mostReadsOfDeliveries = mostReread + 1;

/** Reads the payments of experiments once more, to compare them with the repeated webhooks. */
async function reread(api: Api, experiments: readonly ExperimentLine[]): Promise<void> {
  const texts = experiments
    .filter(({ webhook }) => webhook === 'payment')
    .flatMap(({ deliveries }) => deliveries.map(({ request }) => request.body.text ?? ''));
  const ids = new Set(texts.flatMap((text) => text.match(paymentIds) ?? []));
  for (const id of [...ids].slice(-mostReread)) await api.send(read.payment(id), { purpose: 'sweep' });
}

/** Adds the receiver's lines that a record does not have yet. A test may have added deliveries that it waited for. */
async function addLines(receiver: ReceiverHandle, record: RunRecord): Promise<void> {
  let known = record.webhooks.linesBesideDeliveries;
  for await (const line of linesOf(receiver)) {
    const isKnown = line.kind === 'delivery' ? record.webhooks.known(line.id) !== undefined : known-- > 0;
    if (!isKnown) record.add(line);
  }
}

/**
 * Makes the final reads for webhooks: plays all retries if the target's clock can be moved, writes every experiment into the journal, and reads the payments of
 * experiments again.
 */
export async function finishDeliveries(worker: Worker, { api, record }: FinalDeliveriesParts): Promise<void> {
  const { receiver, run } = worker;
  const { kinds } = await receiver.status();
  if (kinds.length > 0) {
    const playing = playbackOf(worker);
    if (playing) {
      await playAll(worker, playing);
      // The Date header of this answer shows how far the clock was moved.
      await api.send(read.methods(), { purpose: 'sweep' });
    }
    await receiver.askExperiments('write');
    for (const line of experimentsIn(run)) record.add(line);
    await reread(api, record.webhooks.experiments);
    await receiver.check();
  }
  await addLines(receiver, record);
}

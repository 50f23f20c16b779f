import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from '../api.ts';
import { clockOf } from '../levers.ts';
import type { ExperimentLine } from '../lines.ts';
import { read } from '../plan.ts';
import type { RunRecord } from '../record.ts';
import type { Stage } from '../stage.ts';
import type { Target } from '../target.ts';
import { linesAfter } from '../webhooks/hearing.ts';
import { horizonOf } from './horizon.ts';
import { experimentsIn } from './keeper.ts';
import { advanceGently, type Playing, play } from './play.ts';
import { outstandingAt } from './targetTime.ts';

/** What the sweep's part in webhooks works with, beside its stage. */
export interface WebhookSweep {
  api: Api;
  /** Grows by what the receiver has written. */
  record: RunRecord;
}

type Door = NonNullable<Target['control']>;

/** Moves a clock; says whether it did. */
type Advance = (ms: number) => Promise<boolean>;

/** Between two looks at what is underway, ms. */
const pauseMs = 5;

/** What comes late moves the end of its experiment on: so often it is looked for a later one. */
const mostTurns = 3;

const asNumber = (value: unknown): number => (typeof value === 'number' ? value : 0);

function playingOf({ hearing }: Stage, door: Door, advance: Advance): Playing {
  return {
    outstanding: async () => {
      const told = await outstandingAt(door);
      const { underway } = await hearing.status();
      return told && { ...told, underway: Math.max(told.underway, underway) };
    },
    advance,
    held: () => hearing.held(),
    release: async (ms) => void (await hearing.release({ ms })),
    pause: () => delay(pauseMs),
  };
}

/** The target of a run as it is played; undefined where its clock cannot be moved. */
function playerOf(stage: Stage): Playing | undefined {
  const advance = clockOf(stage);
  return stage.target.control && advance && playingOf(stage, stage.target.control, advance);
}

/** Moves the clock of a target, where it can be moved, so that answers which are held are given at their time. */
export function gentleClockOf(stage: Stage): Advance | undefined {
  const playing = playerOf(stage);
  return playing && ((ms) => advanceGently(playing, ms));
}

/** Moves the clock past all retries of what has failed, and past the end of every experiment. */
async function playAll({ hearing, target }: Stage, playing: Playing): Promise<void> {
  const first = await playing.outstanding();
  if (!first) return;
  const isQuiet = first.nextMs === undefined && first.underway === 0;
  let untilMs = isQuiet ? 0 : first.nowMs + horizonOf(target);
  for (let turn = 0; turn < mostTurns; turn += 1) {
    untilMs = Math.max(untilMs, asNumber(await hearing.tell('due')));
    const { nowMs = untilMs } = (await playing.outstanding()) ?? {};
    if (nowMs >= untilMs || !(await play(playing, untilMs))) return;
  }
}

const paymentIds = /PMT-[0-9A-Za-z-]{36}/g;

/** So many payments of experiments are read once more. */
const mostReread = 30;

/** Reads the payments of experiments once more: what was announced again and again is to be so. */
async function reread(api: Api, experiments: readonly ExperimentLine[]): Promise<void> {
  const texts = experiments
    .filter(({ webhook }) => webhook === 'payment')
    .flatMap(({ deliveries }) => deliveries.map(({ request }) => request.body.text ?? ''));
  const ids = new Set(texts.flatMap((text) => text.match(paymentIds) ?? []));
  for (const id of [...ids].slice(-mostReread)) await api.send(read.payment(id), { purpose: 'sweep' });
}

/**
 * The sweep's part in webhooks: plays all retries where the target's clock can be moved, has every experiment written into the journal, and
 * reads the payments of experiments again.
 */
export async function sweepWebhooks(stage: Stage, { api, record }: WebhookSweep): Promise<void> {
  const { hearing, run } = stage;
  const { kinds } = await hearing.status();
  if (kinds.length > 0) {
    const playing = playerOf(stage);
    if (playing) await playAll(stage, playing);
    await hearing.tell('write');
    for (const line of experimentsIn(run)) record.add(line);
    await reread(api, record.webhooks.experiments);
  }
  for await (const line of linesAfter(hearing, record.webhooks.lines)) record.add(line);
}

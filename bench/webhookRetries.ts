import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { barePayout } from '../generators/payloads/payment.ts';
import { startEmbedded } from '../runner/session/embeddedEmulator.ts';
import { finishDeliveries } from '../runner/webhooks/experiments/finalDeliveries.ts';
import { openRunReceiver } from '../runner/webhooks/experiments/runReceiver.ts';
import { Api } from '../runner/worker/api.ts';
import { openWorker } from '../runner/worker/worker.ts';
import type { ExperimentLine } from '../traffic/journal/journalTypes.ts';
import { runAlone } from '../traffic/journal/run.ts';
import { readTarget } from '../traffic/target/target.ts';
import { create } from '../traffic/transport/requestPlan.ts';

/**
 * Measures a webhook that fails each time, from its first attempt to its last retry, on the emulator's clock: the number of attempts, the time they take there,
 * and the real time until the experiment can be judged. `--json` prints one JSON document.
 */

/** The result of the experiment. */
interface Measured {
  state: ExperimentLine['state'] | 'lost';
  attempts: number;
  /** The time from the first attempt to the last, in hours of the emulator's clock. */
  hours: number;
  /** The time from the payment to the lines of the journal, in seconds of our clock. */
  seconds: number;
}

const hoursOf = (experiment: ExperimentLine | undefined) => {
  const times = experiment?.deliveries.map(({ targetAt }) => Date.parse(targetAt)) ?? [];
  return times.length === 0 ? 0 : (Math.max(...times) - Math.min(...times)) / 3_600_000;
};

async function measure(targetFile: string, out: string): Promise<Measured> {
  const target = readTarget(targetFile);
  const run = runAlone(out, {
    selection: { profile: 'nightly', tier: 'active', day: '2026-01-01', only: ['WHK-06a'] },
  });
  const runReceiver = await openRunReceiver(run, target, { isPassing: true });
  if (!runReceiver) throw new Error('expected a receiver of webhooks, got none');
  await runReceiver.register();
  const worker = await openWorker({ run, target, name: 'p', receiver: runReceiver.receiver });
  const api = new Api(worker, 'WHK-06a');
  const startedMs = performance.now();
  const key = worker.freshKey();
  await runReceiver.receiver.open({ requirement: 'WHK-06a', webhook: 'payment', match: key, plan: [{ status: 500 }] });
  const person = { firstName: 'Ada', lastName: 'Byron', phoneNumber: '+380501234567', email: 'ada@example.com' };
  const cardNumber = target.mockCards?.success ?? '';
  const body = barePayout({
    amount: 20,
    currency: 'EUR',
    method: 'CC_VISAMC',
    clientOrderId: key,
    cardNumber,
    ...person,
  });
  const created = await api.send(create.payout(body));
  if (created.class !== 'accepted') throw new Error(`expected an accepted pay-out, got ${created.seen}`);
  await finishDeliveries(worker, { api, record: worker.record });
  const seconds = (performance.now() - startedMs) / 1_000;
  const [experiment] = worker.record.webhooks.experiments;
  await worker.close();
  await runReceiver.close();
  const attempts = experiment?.deliveries.length ?? 0;
  return { state: experiment?.state ?? 'lost', attempts, hours: hoursOf(experiment), seconds };
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const out = await mkdtemp(join(tmpdir(), 'assay-webhooks-'));
  const emulator = await startEmbedded({ control: true });
  try {
    const measured = await measure(emulator.targetFile, out);
    const { state, attempts, hours, seconds } = measured;
    const words = `${attempts} attempts over ${hours.toFixed(1)} h of the emulator's clock, ${state} after ${seconds.toFixed(2)} s`;
    process.stdout.write(values.json ? `${JSON.stringify(measured)}\n` : `${words}\n`);
    return state === 'due' ? 0 : 1;
  } finally {
    await emulator.stop();
    await rm(out, { recursive: true, force: true });
  }
}

process.exitCode = await main();

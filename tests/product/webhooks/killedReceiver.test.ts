import { join } from 'node:path';
import { expect } from '@playwright/test';
import { sample } from 'fast-check';
import { barePayout } from '../../../generators/payloads/payment.ts';
import { Experiments } from '../../../runner/webhooks/experiments/experiments.ts';
import { readStoredExperiments, type StoredExperiment } from '../../../runner/webhooks/experiments/experimentsFile.ts';
import { TargetClock } from '../../../runner/webhooks/experiments/targetClock.ts';
import { Api } from '../../../runner/worker/api.ts';
import { openWorker } from '../../../runner/worker/worker.ts';
import { runAlone } from '../../../traffic/journal/run.ts';
import { readTarget, type Target } from '../../../traffic/target/target.ts';
import { create } from '../../../traffic/transport/requestPlan.ts';
import { test } from '../../support/product/productTest.ts';
import { failingPlans } from '../../support/webhooks/deliveryPlans.ts';
import { type Inbox, startInbox } from '../../support/webhooks/startInbox.ts';
import { startWebhookSite, type WebhookSite } from '../../support/webhooks/webhookSite.ts';

const minuteMs = 60_000;

/** The minutes between attempts. In the marked steps the receiver is dead; it is killed while attempts are running. */
const steps = [
  { minutes: 1 },
  { minutes: 2, isDead: true },
  { minutes: 5 },
  { minutes: 15, isDead: true },
  { minutes: 30 },
  { minutes: 60 },
  { minutes: 120, isDead: true },
  { minutes: 360 },
  { minutes: 720 },
  { minutes: 1450 },
];

const seed = 20_260_101;

const plans = sample(failingPlans(), { seed, numRuns: 100 });

const keyOf = (index: number) => `faults-${index}`;

/** Opens the experiments as an earlier run would have. */
function open(target: Target): void {
  const clock = new TargetClock({ tells: true });
  const run = { file: target.experimentsFile, run: 'before', horizonMs: 2_764 * minuteMs, clock };
  const experiments = new Experiments(run);
  for (const [index, { plan }] of plans.entries())
    experiments.begin({ requirement: 'WHK-07', webhook: 'payment', match: keyOf(index), plan });
  experiments.close();
}

/** Makes one pay-out for each plan; each pay-out reaches its final status on its own. */
async function payOut(target: Target, out: string): Promise<void> {
  const worker = await openWorker({ run: runAlone(out, { seed }), target, name: 'p' });
  const api = new Api(worker, 'WHK-07');
  const person = { firstName: 'Ada', lastName: 'Byron', phoneNumber: '+380501234567', email: 'ada@example.com' };
  for (const index of plans.keys()) {
    const card = { cardNumber: target.mockCards?.success ?? '', clientOrderId: keyOf(index) };
    const body = barePayout({ amount: 20, currency: 'EUR', method: 'CC_VISAMC', ...person, ...card });
    const { class: answered, seen } = await api.send(create.payout(body));
    expect(answered, seen).toBe('accepted');
  }
  await worker.close();
}

/** Plays the schedule; attempts that are running when the clock moves get no answer in time. */
async function playTo(site: WebhookSite, inbox: Inbox, folder: string): Promise<Inbox> {
  let listening = inbox;
  for (const { minutes, isDead } of steps) {
    if (isDead) await listening.stop('SIGKILL');
    await site.advance(minutes * minuteMs);
    if (isDead) {
      await site.settled();
      listening = await startInbox(site.outside, folder);
    }
    await site.answered();
  }
  return listening;
}

const statusOf = (line: StoredExperiment['deliveries'][number]) =>
  (JSON.parse(line.request.body.text ?? '{}') as { status: string }).status;

const statusesOf = ({ deliveries }: StoredExperiment) => [...new Set(deliveries.map(statusOf))].sort();

test('with a hundred fault plans and a killed receiver no transition is lost or counted twice', {
  tag: '@full',
}, async ({ folder }) => {
  const site = await startWebhookSite(folder);
  const target = readTarget(site.outside);
  open(target);
  const first = await startInbox(site.outside, folder);
  await payOut(site.inside, join(folder, 'paid'));
  const last = await playTo(site, first, folder);
  expect(await last.stop('SIGTERM')).toBe(0);

  const { experiments } = readStoredExperiments(target.experimentsFile);
  expect(experiments).toHaveLength(plans.length);
  const statuses = [...new Set(experiments.flatMap(statusesOf))].sort();
  expect(statuses.length).toBeGreaterThan(0);
  for (const one of experiments) {
    expect(statusesOf(one), one.match).toEqual(statuses);
    const attempts = one.deliveries.map((line) => `${line.run} ${line.id}`);
    expect(new Set(attempts).size).toBe(attempts.length);
    for (const status of statuses)
      expect(one.deliveries.filter((line) => statusOf(line) === status).length).toBeLessThanOrEqual(11);
  }

  const clock = new TargetClock({ tells: true });
  clock.observe(Date.now() + 6_000 * minuteMs);
  const judge = () => new Experiments({ file: target.experimentsFile, run: 'later', horizonMs: 0, clock });
  const judging = judge();
  expect(judging.journalLines(() => true).filter(({ state }) => state !== 'open')).toHaveLength(plans.length);
  judging.close();
  expect(judge().journalLines(() => true)).toEqual([]);
  await site.service.stop();
});

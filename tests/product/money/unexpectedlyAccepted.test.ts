import { expect } from '@playwright/test';
import type { FuzzCase } from '../../../fuzzer/engine/cases/fuzzCase.ts';
import { stepOf } from '../../../fuzzer/interface/builder/caseSteps.ts';
import { Batch } from '../../../fuzzer/interface/executor/batch.ts';
import { MoneyLimit } from '../../../fuzzer/interface/executor/moneyLimit.ts';
import { barePayout } from '../../../generators/payloads/payment.ts';
import { decimal } from '../../../schemas/json/exact.ts';
import { runAlone } from '../../../traffic/journal/run.ts';
import { readTarget } from '../../../traffic/target/target.ts';
import { create, withBody } from '../../../traffic/transport/requestPlan.ts';
import { countingProxy } from '../../support/product/losingProxy.ts';
import { test } from '../../support/product/productTest.ts';
import { startEmulator, targetFileLike } from '../../support/product/startEmulator.ts';

const valid = create.payout(barePayout({ currency: 'EUR', method: 'CC_VISAMC', amount: 60 }));

/** A pay-out that the target must refuse, since it names no recipient. */
const refused = (amount: unknown): FuzzCase => ({
  steps: [stepOf(withBody(valid, { ...valid.body, amount }))],
  label: { is: 'invalid', broken: { schema: '', keyword: 'required', place: 'body', words: 'no card' } },
});

const amounts: readonly (readonly [string, unknown, number])[] = [
  ['of one order', 60, 2],
  ['of an order whose amount is a text', '60', 2],
  ['of an order of all that there is', 100_000, 1],
];

for (const [what, amount, most] of amounts)
  test(`accepted pay-outs of invalid cases exceed the money of a campaign by at most that ${what}`, async ({
    folder,
  }) => {
    const service = await startEmulator({ folder });
    const front = await countingProxy(service.url, { takesAll: true });
    const target = readTarget(targetFileLike(service.targetFile, 'straying', { baseUrl: front.url }));
    const money = new MoneyLimit({ EUR: '100' });
    const environment = { run: runAlone(folder), target, money, traceChecks: async () => [] };
    const batch = await Batch.open(environment, { name: 'b1' });
    const broken: (string | undefined)[] = [];
    for (let times = 0; times < 4; times += 1) broken.push((await batch.execute(refused(amount))).incompleteBecause);
    await batch.close({ storesJournal: false });
    await Promise.all([front.close(), service.stop()]);
    expect(front.writes.filter(({ isTaken }) => isTaken)).toHaveLength(most);
    expect(
      broken.filter((why) => why?.startsWith('more EUR than the campaign has money for (--money) went')),
    ).toHaveLength(4 - most);
    expect(money.spent['EUR']).toBe(decimal(String(amount)).times(most).toFixed());
  });

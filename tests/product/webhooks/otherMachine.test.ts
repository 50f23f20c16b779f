import { expect } from '@playwright/test';
import { pass } from '../../support/network/proxy.ts';
import { type Behaviour, serve } from '../../support/network/testServer.ts';
import { assayInto, command, linesIn, requirementIn, verdictIn } from '../../support/product/assayCommand.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { test } from '../../support/product/productTest.ts';
import { targetFileLike } from '../../support/product/startEmulator.ts';

test('a run whose webhooks another machine has redirected fails no requirement for missing deliveries', {
  tag: '@full',
}, async ({ folder, service }) => {
  const passing = pass(service.url);
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const isPayment = (text: string) => text.startsWith('POST /v1/user/payments/');
  const gated: Behaviour = (asked, response) =>
    void (isPayment(`${asked.request.method} ${asked.path}`) ? opened : Promise.resolve()).then(() =>
      passing(asked, response),
    );
  const front = await serve(gated);
  const words = (name: string, baseUrl: string) => {
    const changes = { baseUrl, deadlines: { answerMs: 120_000, visibleMs: 1_000 } };
    return ['run', '--target', targetFileLike(service.targetFile, name, changes), '--only', 'LIF-03'];
  };
  const first = `${folder}/first`;
  const running = ended(start([...command, ...words('one', front.url), '--out', first], { folder }));
  await expect.poll(() => front.requests.some(isPayment), { timeout: 60_000 }).toBe(true);
  // Uses another address of the server, as another machine would, so the two runs share no lock.
  const second = await assayInto('second', words('two', service.url), { folder });
  open();
  await running;
  await front.close();
  expect(linesIn(second.out).some(({ kind }) => kind === 'registration')).toBe(true);
  expect(verdictIn(first).outcomes.fail ?? 0).toBe(0);
  expect(requirementIn(first, 'LIF-03')).toMatchObject({
    outcome: 'inconclusive',
    attribution: 'environment',
  });
  const [finding] = requirementIn(first, 'LIF-03').findings;
  expect(finding?.seen).toMatch(/run \S+ used the same account/);
});

import { expect } from '@playwright/test';
import { fixedRandom, validWrite } from '../../../fuzzer/interface/builder/validRequests.ts';
import { Batch } from '../../../fuzzer/interface/executor/batch.ts';
import { readInventory } from '../../../fuzzer/interface/target/targetInventory.ts';
import { Api } from '../../../runner/worker/api.ts';
import { runAlone } from '../../../traffic/journal/run.ts';
import { readTarget } from '../../../traffic/target/target.ts';
import { pass } from '../../support/network/proxy.ts';
import { serve } from '../../support/network/testServer.ts';
import { test } from '../../support/product/productTest.ts';
import { startEmulator, targetFileLike } from '../../support/product/startEmulator.ts';

test('a control request that stopped one requirement with an unknown result is sent again for another', async ({
  folder,
}) => {
  const service = await startEmulator({ folder, options: ['--control'] });
  const passing = pass(service.url);
  let posts = 0;
  const front = await serve((asked, response) => {
    if (asked.request.method === 'POST') posts += 1;
    if (asked.request.method === 'POST' && posts === 1) response.destroy();
    else passing(asked, response);
  });
  const target = readTarget(targetFileLike(service.targetFile, 'losing', { baseUrl: front.url }));
  const batch = await Batch.open({ run: runAlone(folder), target, traceChecks: async () => [] }, { name: 'b1' });
  const stopped: string[] = [];
  const apiOf = (id: string) => {
    const stop = (): never => {
      stopped.push(id);
      throw new Error(id);
    };
    return new Api(batch.worker, id, { forbid: stop, stop });
  };
  const plan = validWrite(
    await readInventory(batch.worker, apiOf('known')),
    'POST /v1/user/payments/payin',
    fixedRandom,
  );
  if (!plan) throw new RangeError('nothing to order');
  await apiOf('first').send(plan);
  const refusal = await apiOf('first')
    .control(plan)
    .catch(({ message }: Error) => message);
  const control = await apiOf('second').control(plan);
  await batch.close({ storesJournal: false });
  await Promise.all([front.close(), service.stop()]);
  expect({ refusal, stopped }).toEqual({ refusal: 'first', stopped: ['first'] });
  expect(control.class).toBe('accepted');
});

import { expect } from '@playwright/test';
import type { FuzzCase } from '../../../fuzzer/engine/cases/fuzzCase.ts';
import { assertionOf, stepOf } from '../../../fuzzer/interface/builder/caseSteps.ts';
import { fixedRandom, validWrite, type WriteOperation } from '../../../fuzzer/interface/builder/validRequests.ts';
import { Batch } from '../../../fuzzer/interface/executor/batch.ts';
import { readInventory } from '../../../fuzzer/interface/target/targetInventory.ts';
import { Api } from '../../../runner/worker/api.ts';
import { runAlone } from '../../../traffic/journal/run.ts';
import { readTarget } from '../../../traffic/target/target.ts';
import { pass } from '../../support/network/proxy.ts';
import { type Behaviour, serve } from '../../support/network/testServer.ts';
import { test } from '../../support/product/productTest.ts';
import { startEmulator, targetFileLike } from '../../support/product/startEmulator.ts';

const raised = (text: string, least: number) => text.replaceAll(/"minLimit":\d+(?:\.\d+)?/g, `"minLimit":${least}`);

/** Refuses every order, and from then on lists minimum amounts of this many times the amount of the order; 0 for the minimum amounts as they were. */
function moving(upstream: string, times: number): Behaviour {
  let least = 0;
  const passing = pass(upstream, (answer) => {
    if (least === 0) return answer;
    const headers = answer.headers.map((text, at) => (/^content-length$/i.test(text) && at % 2 === 0 ? 'x-was' : text));
    return { ...answer, headers, body: Buffer.from(raised(answer.body.toString('utf8'), least)) };
  });
  return (asked, response) => {
    if (asked.request.method !== 'POST') return passing(asked, response);
    least = times * Number(/"amount":([\d.]+)/.exec(asked.body.toString())?.[1]);
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"message":"too little"}');
  };
}

const orders: readonly WriteOperation[] = ['POST /v1/user/payments/payin', 'POST /v1/user/exchange'];

for (const [times, state] of [
  [1.5, 'undecided'],
  [0, 'broken'],
] as const)
  for (const operation of orders)
    test(`a refused ${operation} of a campaign is ${state} if the minimum is now ${times === 0 ? 'as before' : `${times} times its amount`}`, async ({
      folder,
    }) => {
      const service = await startEmulator({ folder, options: ['--control'] });
      const front = await serve(moving(service.url, times));
      const target = readTarget(targetFileLike(service.targetFile, 'moving', { baseUrl: front.url }));
      const batch = await Batch.open({ run: runAlone(folder), target, traceChecks: async () => [] }, { name: 'b1' });
      const plan = validWrite(
        await readInventory(batch.worker, new Api(batch.worker, 'campaign')),
        operation,
        fixedRandom,
      );
      if (!plan) throw new RangeError('nothing to order');
      const one: FuzzCase = {
        steps: [stepOf(plan)],
        label: { is: 'valid', because: 'it is' },
        claims: [assertionOf('PIN-01', 'accepted', { exchange: '#1', what: 'a sound order' })],
      };
      const { assertions } = await batch.execute(one);
      await batch.close({ storesJournal: false });
      await Promise.all([front.close(), service.stop()]);
      expect(assertions.map(({ ruling: result }) => result.state)).toEqual([state]);
    });

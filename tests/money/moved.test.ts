import { expect } from '@playwright/test';
import type { FuzzCase } from '../../fuzzer/case.ts';
import { readKnown } from '../../fuzzer/interface/known.ts';
import { firstDraw, soundWrite, type Write } from '../../fuzzer/interface/sound.ts';
import { claimOf, stepOf } from '../../fuzzer/interface/steps.ts';
import { Batch } from '../../fuzzer/run/batch.ts';
import { Api } from '../../harness/api.ts';
import { runAlone } from '../../harness/run.ts';
import { readTarget } from '../../harness/target.ts';
import { pass } from '../hostile/proxy.ts';
import { type Manner, serve } from '../hostile/serve.ts';
import { test } from '../launch.ts';
import { startService, targetLike } from '../service.ts';

const raised = (text: string, times: number) =>
  text.replaceAll(/"minLimit":(\d+(?:\.\d+)?)/g, (_, amount: string) => `"minLimit":${Number(amount) * times}`);

/** Refuses every order, and from then on lists least amounts that are so many times what they were. */
function moving(upstream: string, times: number): Manner {
  let isMoved = false;
  const passing = pass(upstream, (answer) => {
    if (!isMoved) return answer;
    const headers = answer.headers.map((text, at) => (/^content-length$/i.test(text) && at % 2 === 0 ? 'x-was' : text));
    return { ...answer, headers, body: Buffer.from(raised(answer.body.toString('utf8'), times)) };
  });
  return (asked, response) => {
    if (asked.request.method !== 'POST') return passing(asked, response);
    isMoved = true;
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"message":"too little"}');
  };
}

const orders: readonly Write[] = ['POST /v1/user/payments/payin', 'POST /v1/user/exchange'];

for (const [times, state] of [
  [1.5, 'undecided'],
  [1, 'broken'],
] as const)
  for (const operation of orders)
    test(`a refused ${operation} of a campaign is ${state} where its least amount is ${times} times what it was`, async ({
      folder,
    }) => {
      const service = await startService({ folder, options: ['--control'] });
      const front = await serve(moving(service.url, times));
      const target = readTarget(targetLike(service.targetFile, 'moving', { baseUrl: front.url }));
      const batch = await Batch.open({ run: runAlone(folder), target, laws: async () => [] }, { name: 'b1' });
      const plan = soundWrite(await readKnown(batch.stage, new Api(batch.stage, 'campaign')), operation, firstDraw);
      if (!plan) throw new RangeError('nothing to order');
      const one: FuzzCase = {
        steps: [stepOf(plan)],
        label: { is: 'valid', because: 'it is' },
        claims: [claimOf('PIN-01', 'accepted', { exchange: '#1', what: 'a sound order' })],
      };
      const { claims } = await batch.play(one);
      await batch.close({ isKept: false });
      await Promise.all([front.close(), service.stop()]);
      expect(claims.map(({ ruling }) => ruling.state)).toEqual([state]);
    });

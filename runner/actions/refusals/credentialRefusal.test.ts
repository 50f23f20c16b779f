import { expect, test } from '@playwright/test';
import { bundleBody } from '../../../generators/payloads/bundle.ts';
import { orderBody } from '../../../generators/payloads/exchange.ts';
import { exchangeLine, type SampleExchange } from '../../../tests/support/records/records.ts';
import { Exchange } from '../../../traffic/journal/exchange.ts';
import { create, type Plan, read, withBody } from '../../../traffic/transport/requestPlan.ts';
import type { SendOptions } from '../../../traffic/transport/sendOptions.ts';
import type { Api } from '../../worker/api.ts';
import type { TestAssertionLog } from '../../worker/testAssertionLog.ts';
import type { Worker } from '../../worker/worker.ts';
import { rejectsOf } from './credentialRefusal.ts';
import { signedBy } from './refusal.ts';

const nowMs = () => Number(process.hrtime.bigint() / 1_000_000n);

/** A fake target with control requests of this age. It answers a defect with 401 after it has waited for its quota. */
function fakeTarget({ ageMs, waitMs = 0 }: { ageMs: number; waitMs?: number }) {
  const sent: string[] = [];
  const assertions: [oracle: string, args: Record<string, unknown>][] = [];
  let count = 0;
  const exchange = (sample: SampleExchange) => {
    count += 1;
    return new Exchange(exchangeLine(`p0-${count}`, { tookMs: 0, ...sample }));
  };
  const controls = new Map<string, Exchange>();
  const api = {
    control: async ({ operation }: Plan) => {
      const known = controls.get(operation) ?? exchange({ operation, atMs: nowMs() - ageMs });
      controls.set(operation, known);
      return known;
    },
    look: async () => exchange({ operation: 'GET /v2/user/payments/search' }),
    send: async ({ operation, body }: Plan, { purpose, fault }: SendOptions) => {
      sent.push(`${purpose} ${operation.split(' ')[0]} ${fault ?? 'sound'}${body ? ` of ${body['assets']}` : ''}`);
      return purpose === 'defect'
        ? exchange({ operation, status: 401, atMs: nowMs() + waitMs })
        : exchange({ operation, atMs: nowMs() + waitMs });
    },
  } as unknown as Api;
  const log = {
    assert: (oracle: string, args: Record<string, unknown>) => assertions.push([oracle, args]),
  } as unknown as TestAssertionLog;
  const worker = { target: { credentials: [{ label: 'main', tokenId: 'TKN-1', secret: 'not of hex' }] } };
  return { rejects: rejectsOf(worker as unknown as Worker, api, log), sent, claims: assertions };
}

const wrong = signedBy('signed', 'wrongSecret');

const order = create.exchange(orderBody({ symbolPair: 'BTCUSDT', side: 'BUY', amount: 1 }));

test('a valid request of the last minute serves as control for a refusal', async () => {
  const { rejects, sent, claims } = fakeTarget({ ageMs: 30_000 });
  await rejects.refuses(read.methods(), wrong);
  await rejects.refuses(read.methods(), wrong);
  expect(sent).toEqual(['defect GET wrongSecret', 'defect GET wrongSecret']);
  const defect = 'a signed request, wrongly made (wrong secret)';
  expect(claims[0]).toEqual(['rejected', { exchange: 'p0-2', control: 'p0-1', beside: ['p0-1'], defect }]);
});

test('an older control is sent again first, and once more if the defect had to wait', async () => {
  const old = fakeTarget({ ageMs: 61_000 });
  await old.rejects.refuses(read.methods(), wrong);
  expect(old.sent).toEqual(['control GET sound', 'defect GET wrongSecret']);
  expect(old.claims[0]?.[1]).toMatchObject({ control: 'p0-1', beside: ['p0-2'] });
  const waiting = fakeTarget({ ageMs: 30_000, waitMs: 60_000 });
  await waiting.rejects.refuses(read.methods(), wrong);
  expect(waiting.sent).toEqual(['defect GET wrongSecret', 'control GET sound']);
  expect(waiting.claims[0]?.[1]).toMatchObject({ beside: ['p0-1', 'p0-3'] });
});

test('another request can serve beside a control request that costs something', async () => {
  const { rejects, sent, claims } = fakeTarget({ ageMs: 61_000 });
  await rejects.refuses(withBody(order, { assets: 'none' }), { ...wrong, beside: read.methods() });
  expect(sent).toEqual(['control GET sound', 'defect POST wrongSecret of none']);
  expect(claims[0]?.[1]).toMatchObject({ control: 'p0-1', beside: ['p0-3'] });
});

test('defects of a bundle request one more asset, between valid calls that do not', async () => {
  const { rejects, sent, claims } = fakeTarget({ ageMs: 0 });
  const bundle = (...assets: string[]) => create.bundle('CAP-1', bundleBody('R-1', assets));
  await rejects.each({ valid: bundle('A'), more: bundle('A', 'B'), asset: 'B' }, [wrong, signedBy('none')]);
  expect(sent).toEqual(['defect POST wrongSecret of A,B', 'defect POST sound of A,B', 'control POST sound of A']);
  expect(claims.map(([oracle]) => oracle)).toEqual(['rejected', 'rejected', 'addsNothing']);
  expect(claims[2]?.[1]).toEqual({ before: 'p0-1', defects: ['p0-2', 'p0-3'], after: 'p0-4', asset: 'B' });
});

test('a search looks for the effect of a pay-in, and without a defect nothing is asserted', async () => {
  const { rejects, claims } = fakeTarget({ ageMs: 0 });
  const write = { valid: order, more: order };
  await rejects.each(write, [wrong]);
  expect(claims).toMatchObject([['rejected', { effect: true }]]);
  await rejects.each({ ...write, asset: 'B' }, []);
  expect(claims).toHaveLength(1);
});

test('only signing faults that are possible with the secret of the account are offered', () => {
  const { rejects } = fakeTarget({ ageMs: 0 });
  expect(rejects.faults('signed', true)).toContain('saltFirst');
  expect(rejects.faults('signed', false)).not.toContain('saltFirst');
  expect(rejects.faults('signed', false)).not.toContain('keyFromHex');
});

test('a defect may be made on another write, which adds nothing to the bundle', async () => {
  const { rejects, sent, claims } = fakeTarget({ ageMs: 0 });
  const bundle = (...assets: string[]) => create.bundle('CAP-1', bundleBody('R-1', assets));
  const on = create.payin({ amount: 7 });
  await rejects.each({ valid: bundle('A'), more: bundle('A', 'B'), asset: 'B' }, [{ ...wrong, on }]);
  expect(sent.filter((one) => one.startsWith('defect POST'))).toHaveLength(1);
  expect(claims.map(([oracle, { effect }]) => [oracle, effect])).toEqual([['rejected', true]]);
});

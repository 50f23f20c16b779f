import { expect, test } from '@playwright/test';
import { AssertionLog } from '../../judge/assertionLog.ts';
import { answerText, test as served } from '../../tests/support/network/scriptedServer.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import type { Selection } from '../../traffic/requirements/selection.ts';
import type { Target } from '../../traffic/target/target.ts';
import { canMoveClock, controlActionsOf, mustNotMoveClock } from './controlActions.ts';
import type { Worker } from './worker.ts';

const selection: Selection = { profile: 'nightly', tier: 'active', day: '2026-01-01' };
const shard = { ...selection, shard: { index: 1, of: 2 } };
const control = { url: 'http://127.0.0.1:1', token: 't' };

function target(facts: { kind: Target['kind']; clock?: boolean }, parts: Partial<Target> = { control }) {
  return { facts, ...parts } as Target;
}

test('a run moves the clock that a target file of any kind declares, but not in a shard and not without a control API', () => {
  for (const kind of ['emulator', 'sandbox', 'vendor', 'production'] as const) {
    const declared = target({ kind, clock: true });
    expect(canMoveClock(declared, selection), kind).toBe(true);
    expect(canMoveClock(declared, shard), kind).toBe(false);
    expect(mustNotMoveClock(declared, shard), kind).toBe(true);
    expect(canMoveClock(target({ kind, clock: true }, {}), selection), kind).toBe(false);
    expect(canMoveClock(target({ kind }), selection), kind).toBe(kind === 'emulator');
  }
});

class Lacks extends AssertionLog {
  readonly codes: string[] = [];

  override lack({ code }: Fault): void {
    this.codes.push(code);
  }
}

served('a payment that the control API may refuse ends the test only if no answer comes', async ({ serve }) => {
  const transfer = { asset: 'TRON_USDC', address: 'T1', amount: '1' };
  const peer = await serve((socket, _request, nth) =>
    nth < 2 ? socket.write(answerText(nth === 0 ? 200 : 422, '{}')) : socket.destroy(),
  );
  const worker = { target: { control: { url: peer.url, token: 't' } }, write: () => undefined } as unknown as Worker;
  const log = new Lacks('LIF-07');
  const actions = controlActionsOf(worker, log);
  expect(await actions.tryPay(transfer)).toBe(true);
  expect(await actions.tryPay(transfer)).toBe(false);
  expect(log.codes).toEqual([]);
  await expect(actions.tryPay(transfer)).rejects.toThrow('missing');
  expect(log.stopped).toBe(true);
});

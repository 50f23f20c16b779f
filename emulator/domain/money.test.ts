import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { CONTROL_TOKEN, openTestEmulator, type TestEmulator } from '../../tests/support/emulator/testEmulator.ts';
import { readJson, writeJson } from './json.ts';
import { isMoney, lastUnit, money, roundHalfEven, roundUp } from './money.ts';

test('decimals keep every digit from text to text', () => {
  const texts = ['0.1', '105.82306278', '0.00000001', '1000000000000000000000.000000000000000001', '-10'];
  for (const text of texts) expect(writeJson({ amount: money(text) })).toBe(`{"amount":${text}}`);
  expect(String((readJson('{"a":0.30000000000000004}') as { a: unknown }).a)).toBe('0.30000000000000004');
});

test('rounding goes up or to the even neighbour', () => {
  expect(roundUp(money('99.462900338'), 5).toFixed()).toBe('99.46291');
  expect(roundHalfEven(money('0.125'), 2).toFixed()).toBe('0.12');
  expect(roundHalfEven(money('0.375'), 2).toFixed()).toBe('0.38');
  expect(lastUnit(money('0.25')).toFixed()).toBe('0.01');
  expect(isMoney(1)).toBe(false);
});

const deed = fc.oneof(
  fc.record({ kind: fc.constant('payout' as const), cents: fc.integer({ min: 1, max: 4_000_000 }), card: fc.nat(2) }),
  fc.record({ kind: fc.constant('payin' as const), cents: fc.integer({ min: 1, max: 4_000_000 }) }),
  fc.record({
    kind: fc.constant('settle' as const),
    pick: fc.nat(),
    part: fc.integer({ min: 1, max: 99 }),
    to: fc.nat(3),
  }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 4_000_000 }) }),
);

const CARDS = ['4000000000000002', '4242424242424242', '5555555555554444'];
const ENDS = ['SUCCESS', 'FAILED', 'PARTIAL_SUCCESS', 'CANCELLED'];

interface Held {
  readonly id: string;
  readonly status: string;
  readonly orderType: string;
  readonly amount: number;
}

async function act(
  trial: TestEmulator,
  step: typeof deed extends fc.Arbitrary<infer Step> ? Step : never,
): Promise<void> {
  const { ask } = trial;
  if (step.kind === 'wait') return trial.pass(step.ms);
  if (step.kind === 'settle') {
    const list = (await ask({ path: '/v1/user/payments' })).json as Held[];
    const held = list[step.pick % Math.max(1, list.length)];
    const status = ENDS[step.to];
    const processed = Math.floor(Math.abs(held?.amount ?? 0) * step.part) / 100;
    const body = { status, ...(status === 'PARTIAL_SUCCESS' && { processedAmount: processed.toFixed(2) }) };
    if (held)
      await ask({ path: `/~control/payments/${held.id}/settle`, body, headers: { 'x-control-token': CONTROL_TOKEN } });
    return;
  }
  const card = step.kind === 'payout' ? { cardNumber: CARDS[step.card] } : {};
  const body = { amount: (step.cents / 100).toFixed(2), currency: 'UAH', method: 'CC_VISAMC', ...card };
  await ask({ path: `/v1/user/payments/${step.kind}`, body });
}

/** Returns the balance that the payments add up to, in hundredths. */
function expected(states: readonly Record<string, unknown>[]): bigint {
  const hundredths = (value: unknown): bigint => BigInt(money(String(value)).times(100).toFixed());
  return states.reduce((total, { orderType, statuses, requested, amount, fee }) => {
    const status = (statuses as string[]).at(-1) ?? '';
    if (orderType === 'PAYIN') {
      if (!['SUCCESS', 'PARTIAL_SUCCESS'].includes(status)) return total;
      const credit = hundredths(amount) - hundredths(fee);
      return total + (credit > 0n ? credit : 0n);
    }
    if (['FAILED', 'CANCELLED', 'EXPIRED'].includes(status)) return total;
    return total - hundredths(status === 'PARTIAL_SUCCESS' ? amount : requested) - hundredths(fee);
  }, hundredths('50000000'));
}

test('after any history the balance equals what the payments add up to', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 25 }), async (steps) => {
      const trial = openTestEmulator({ control: true });
      for (const step of steps) await act(trial, step);
      const state = await trial.ask({ path: '/~control/world', headers: { 'x-control-token': CONTROL_TOKEN } });
      const { accounts } = state.json as {
        accounts: { balances: Record<string, number>; payments: Record<string, unknown>[] }[];
      };
      const [main] = accounts;
      expect(BigInt(Math.round((main?.balances.UAH ?? 0) * 100))).toBe(expected(main?.payments ?? []));
    }),
    { numRuns: 60 },
  );
});

import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import type { OrderScenario } from './feeInterpretations.ts';
import { feesFit, type MoneyArgs, moneyMoves } from './moneyConservation.ts';

const fees = { percent: '1', fixed: '10', scale: 2 };

interface Case {
  fate: OrderScenario;
  /** For each round: the amount, and the change of the balance. */
  moved: readonly (readonly [amount: string, by: string])[];
  /** Another payment of the currency arrives in every round. */
  others?: boolean;
  figure?: string;
  stated?: readonly number[];
}

/** Judges a sequence of rounds with five exchanges each. */
async function judged({ fate, moved, others = false, figure = 'balance', stated = [] }: Case) {
  const tale: SampleExchange[] = [];
  const balances = (value: number): SampleExchange => ({
    operation: 'GET /v1/user/wallet/balances',
    answer: `[{"currency":"UAH","${figure}":${value.toFixed(4)}}]`,
  });
  const page = (content: unknown[]): SampleExchange => ({
    operation: 'GET /v2/user/payments/search',
    answer: { content },
  });
  moved.forEach(([amount, by], index) => {
    const key = `K-${index}`;
    const own = paymentLike({ id: `P-${index}`, clientOrderId: key, balanceAfterPayment: stated[index] ?? null });
    const body = `{"amount":${amount},"currency":"UAH"}`;
    tale.push(
      page([]),
      balances(1000),
      { operation: 'POST /v1/user/payments/payout', key, body, answer: 'ORD-1' },
      balances(1000 + Number(by)),
      page(others ? [own, paymentLike({ id: 'P-other', clientOrderId: 'theirs', status: 'SUCCESS' })] : [own]),
    );
  });
  const rounds = moved.map((_, index) => {
    const [before = '', from = '', created = '', to = '', after = ''] = [1, 2, 3, 4, 5].map(
      (n) => `p0-${index * 5 + n}`,
    );
    return { before, from, created, to, after };
  });
  const args: MoneyArgs = { fate, currency: 'UAH', fees, rounds };
  const record = await recordOfExchanges(...tale);
  return { record, args };
}

const stateOf = async (given: Case) => {
  const { record, args } = await judged(given);
  const ruled = moneyMoves(record, args);
  return 'faults' in ruled ? [...new Set(ruled.faults.map(({ code }) => code))] : ruled.state;
};

test.describe('what the text leaves open passes', () => {
  for (const [why, fate, by] of [
    ['a fee on top', 'paid out', '-111'],
    ['a fee inside', 'paid out', '-100'],
    ['nothing held', 'held', '0'],
    ['a hold with its fee', 'held', '-111'],
    ['all returned', 'failed', '0'],
    ['a fee that is kept', 'failed', '-11'],
    ['a fee taken off a pay-in', 'paid in', '89'],
    ['a fee charged elsewhere', 'paid in', '100'],
  ] as const)
    test(why, async () => {
      expect(
        await stateOf({
          fate,
          moved: [
            ['100', by],
            ['100', by],
          ],
        }),
      ).toBe('held');
    });
});

test('a fee taken twice, given, or kept with the amount fails after two undisturbed rounds', async () => {
  for (const [fate, by] of [
    ['paid out', '-122'],
    ['paid out', '-89'],
    ['failed', '-111'],
    ['failed', '-100'],
    ['paid in', '111'],
    ['paid in', '200'],
  ] as const)
    expect(
      await stateOf({
        fate,
        moved: [
          ['100', by],
          ['100', by],
        ],
      }),
    ).toEqual(['notConserved']);
});

test('one irregular round of several proves nothing, and neither does a single round', async () => {
  expect(
    await stateOf({
      fate: 'paid out',
      moved: [
        ['100', '-111'],
        ['100', '-300'],
      ],
    }),
  ).toEqual(['unconfirmed']);
  expect(await stateOf({ fate: 'paid out', moved: [['100', '-300']] })).toEqual(['unconfirmed']);
});

test('rounds with other movements are not counted', async () => {
  expect(
    await stateOf({
      fate: 'paid out',
      moved: [
        ['100', '-300'],
        ['100', '-300'],
      ],
      others: true,
    }),
  ).toEqual(['noEvidence']);
});

test('a balance whose figure is not known does not apply', async () => {
  expect(await stateOf({ fate: 'paid out', moved: [['100', '-111']], figure: 'purse' })).toEqual(['missing']);
});

test('a stated balance that is right after no order warns, a null or one that is right after some does not', async () => {
  const moved = [
    ['100', '-111'],
    ['100', '-111'],
  ] as const;
  expect(await stateOf({ fate: 'paid out', moved, stated: [889, 889] })).toBe('held');
  expect(await stateOf({ fate: 'paid out', moved, stated: [900, 900] })).toBe('held');
  expect(await stateOf({ fate: 'paid out', moved, stated: [1000, 889] })).toBe('held');
  for (const wrong of [1000, 0])
    expect(await stateOf({ fate: 'paid out', moved, stated: [wrong, wrong] })).toEqual(['misstated']);
  expect(await stateOf({ fate: 'paid in', moved: [['100', '89']], stated: [900] })).toEqual(['misstated']);
  expect(await stateOf({ fate: 'paid out', moved })).toBe('held');
});

test('the rounding that fits every round is learned', async () => {
  const { record, args } = await judged({
    fate: 'paid out',
    moved: [
      ['100.5', '-111.50'],
      ['101.5', '-112.52'],
    ],
  });
  expect(feesFit(record, args)).toMatchObject({ key: 'fee when paid out', value: 'on top HALF_EVEN' });
});

test('an order that deviates alike each time is a fault, although other orders are right', async () => {
  const right = ['100', '-111'] as const;
  expect(await stateOf({ fate: 'paid out', moved: [right, ['200', '-200.5'], ['200', '-200.5']] })).toEqual([
    'notConserved',
  ]);
  expect(await stateOf({ fate: 'paid out', moved: [right, ['200', '-200.5'], ['200', '-201.5']] })).toEqual([
    'unconfirmed',
  ]);
  expect(await stateOf({ fate: 'paid out', moved: [right, ['200', '-200.5']] })).toEqual(['unconfirmed']);
});

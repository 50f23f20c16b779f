import { expect, test } from '@playwright/test';
import { decimal, type RoundingMode, roundTo } from '../../../schemas/json/exact.ts';
import { pricedRequest, sampleCreation } from '../../../tests/support/records/priceRecords.ts';
import { recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { type FigureArgs, figureHolds, figureRounds } from './amountArithmetic.ts';

type Fields = Readonly<Record<string, unknown>>;

const creation = (fields: Fields = {}): SampleExchange => sampleCreation('requests', {}, pricedRequest(fields));

const figures: readonly FigureArgs['figure'][] = ['converted', 'payerFee', 'merchantFee', 'pay', 'processing'];

/** Returns the figures of a run that do not hold. */
const broken = (record: RunRecord) => figures.filter((figure) => figureHolds(record, { figure }).state === 'broken');

/** Builds a request as a conforming target computes it: rounded in one mode to some decimals, with the fee paid by payer or merchant. */
function reckoned(
  amount: string,
  { mode = 'UP', scale = 5, payer = false }: { mode?: RoundingMode; scale?: number; payer?: boolean } = {},
): Fields {
  const round = (value: ReturnType<typeof decimal>) => roundTo(value, scale, mode);
  const converted = round(decimal(amount).div(decimal('1.0054')));
  const feeOn = (base: ReturnType<typeof decimal>) => round(base.times(5).div(100).plus(decimal('0.1')));
  const payerFee = payer ? feeOn(converted) : decimal('0');
  const pay = converted.plus(payerFee);
  const merchantFee = payer ? decimal('0') : feeOn(pay);
  const parts = (is: boolean) => (is ? [0.1, 5] : [null, null]);
  const [payerFixedPlatformFee, payerPercentPlatformFee] = parts(payer);
  const [merchantFixedPlatformFee, merchantPercentPlatformFee] = parts(!payer);
  return {
    requestAmount: Number(amount),
    requestAmountConverted: converted.toNumber(),
    payAmount: pay.toNumber(),
    payerPlatformFee: payerFee.toNumber(),
    ...{ payerFixedPlatformFee, payerPercentPlatformFee },
    merchantPlatformFee: merchantFee.toNumber(),
    ...{ merchantFixedPlatformFee, merchantPercentPlatformFee },
    processingAmount: pay.minus(payerFee).minus(merchantFee).toNumber(),
  };
}

const amounts = ['100', '12.34', '15.27', '57.91'];

test('the figures of a real answer agree', async () => {
  expect(broken(await recordOfExchanges(creation()))).toEqual([]);
});

for (const mode of ['UP', 'DOWN', 'HALF_UP', 'HALF_EVEN'] as const)
  test(`figures that are rounded ${mode} throughout agree for either payer of the fee`, async () => {
    for (const scale of [2, 5, 8]) {
      const both = amounts.flatMap((amount) =>
        [false, true].map((payer) => creation(reckoned(amount, { mode, scale, payer }))),
      );
      expect(broken(await recordOfExchanges(...both))).toEqual([]);
    }
  });

test('an unrounded fee, or one without its parts, does not fail', async () => {
  const unrounded = { merchantPlatformFee: 5.0731455, processingAmount: 94.3897645 };
  expect(broken(await recordOfExchanges(creation(unrounded)))).toEqual([]);
  const bare = { merchantFixedPlatformFee: null, merchantPercentPlatformFee: null };
  expect(broken(await recordOfExchanges(creation(bare)))).toEqual([]);
});

test('figures calculated in doubles do not fail', async () => {
  const own = { requestAmountIn: 'USDT', convertRate: null, convertPair: null };
  const of = (amount: number) => {
    const merchantPlatformFee = 0.1 + (amount * 5) / 100;
    const processingAmount = amount - merchantPlatformFee;
    return {
      ...own,
      ...{ requestAmount: amount, requestAmountConverted: amount, payAmount: amount },
      ...{ merchantPlatformFee, processingAmount },
    };
  };
  const all = [12.34, 57.91, 0.7, 1103.3].map((amount) => creation(of(amount)));
  expect(broken(await recordOfExchanges(...all))).toEqual([]);
  const off = { ...of(12.34), processingAmount: of(12.34).processingAmount + 1e-9 };
  expect(broken(await recordOfExchanges(...all, creation(off)))).toEqual(['processing']);
});

test('the amount to pay may be rounded up to fewer decimals, but not down', async () => {
  const fee = { merchantPlatformFee: 0, merchantFixedPlatformFee: 0, merchantPercentPlatformFee: 0 };
  const of = (payAmount: number) => creation({ ...fee, payAmount, processingAmount: payAmount });
  expect(broken(await recordOfExchanges(of(99.47)))).toEqual([]);
  expect(broken(await recordOfExchanges(of(99.46)))).toEqual(['pay']);
  expect(broken(await recordOfExchanges(of(99.48)))).toEqual(['pay']);
});

test('a fee may be rounded to cents, but only as one rounding mode gives them', async () => {
  const cents = { merchantPlatformFee: 5.08, processingAmount: 94.38291 };
  expect(broken(await recordOfExchanges(creation(cents)))).toEqual([]);
  const other = { merchantPlatformFee: 5.06, processingAmount: 94.40291 };
  expect(broken(await recordOfExchanges(creation(other)))).toEqual(['merchantFee']);
});

test("an amount in the asset's own currency needs no rate", async () => {
  const own = {
    ...{ requestAmount: 12.34, requestAmountIn: 'USDT', requestAmountConverted: 12.34, convertRate: null },
    ...{ convertPair: null, payAmount: 12.34, merchantPlatformFee: 0.717, processingAmount: 11.623 },
  };
  expect(broken(await recordOfExchanges(creation(own)))).toEqual([]);
  expect(broken(await recordOfExchanges(creation({ ...own, requestAmountConverted: 12.35 })))).toEqual(['converted']);
});

test('a pair written the other way round is converted the other way round', async () => {
  const back = { convertPair: 'USDUSDT', convertRate: 0.9946, requestAmountConverted: 99.46 };
  const rest = { payAmount: 99.46, merchantPlatformFee: 5.073, processingAmount: 94.387 };
  expect(broken(await recordOfExchanges(creation({ ...back, ...rest })))).toEqual([]);
  expect(broken(await recordOfExchanges(creation({ convertPair: 'USDUSDT' })))).toEqual(['converted']);
  expect(broken(await recordOfExchanges(creation({ convertPair: 'USDCEUR' })))).toEqual(['converted']);
  expect(broken(await recordOfExchanges(creation({ convertPair: null })))).toEqual([]);
  expect(broken(await recordOfExchanges(creation({ convertPair: 'USDT_USD' })))).toEqual([]);
});

const wrong: Readonly<Record<string, readonly [Fields, readonly string[]]>> = {
  'converted by another rate': [{ convertRate: 1.0067 }, ['converted']],
  'multiplied, not divided': [
    { requestAmountConverted: 100.54, payAmount: 100.54 },
    ['converted', 'merchantFee', 'processing'],
  ],
  'converted one unit too high': [{ requestAmountConverted: 99.46292, payAmount: 99.46292 }, ['converted']],
  'an amount to pay without the payer fee': [
    { ...reckoned('100', { payer: true }), payAmount: 99.46291 },
    ['pay', 'processing'],
  ],
  'an amount to pay that is rounded down to cents': [{ payAmount: 99.46 }, ['pay']],
  'a fee of another percentage': [{ merchantPlatformFee: 4.07856, processingAmount: 95.38435 }, ['merchantFee']],
  'a fee without its fixed part': [{ merchantPlatformFee: 4.97315, processingAmount: 94.48976 }, ['merchantFee']],
  'a processing amount before the fee': [{ processingAmount: 99.46291 }, ['processing']],
  'a processing amount with the fee on top': [{ processingAmount: 104.53606 }, ['processing']],
};

for (const [why, [fields, names]] of Object.entries(wrong))
  test(`${why} breaks what it is`, async () => {
    expect(broken(await recordOfExchanges(creation(fields)))).toEqual(expect.arrayContaining([...names]));
  });

test('figures rounded up in one place and down in another fit no mode', async () => {
  const mixed = [creation(reckoned('100', { mode: 'UP' })), creation(reckoned('12.34', { mode: 'DOWN' }))];
  expect(broken(await recordOfExchanges(...mixed))).toContain('converted');
});

test('a figure that is always one unit too low fails if nothing needs rounding', async () => {
  const own = {
    ...{ requestAmount: 12.34, requestAmountIn: 'USDT', requestAmountConverted: 12.34, convertRate: null },
    ...{ convertPair: null, payAmount: 12.34, merchantPlatformFee: 0.717, processingAmount: 11.62299 },
  };
  expect(broken(await recordOfExchanges(creation({ processingAmount: 94.38975 }), creation(own)))).toContain(
    'processing',
  );
});

test('paid requests and requests without a price are not computed', async () => {
  const paid = creation({ status: 'SUCCESS', paidAmount: 120, processingAmount: 113.9 });
  const unpriced = creation({ requestAmount: null, requestAmountIn: null, convertRate: null });
  for (const tale of [[], [paid], [unpriced]])
    expect(figureHolds(await recordOfExchanges(...tale), { figure: 'converted' })).toMatchObject({
      outcome: 'unverified',
    });
});

test('a target without a fee has no fee to judge', async () => {
  const free = creation({
    merchantPlatformFee: null,
    merchantFixedPlatformFee: null,
    merchantPercentPlatformFee: null,
    processingAmount: 99.46291,
  });
  const record = await recordOfExchanges(free);
  expect(figureHolds(record, { figure: 'merchantFee' })).toMatchObject({ outcome: 'not applicable' });
  expect(figureHolds(record, { figure: 'processing' }).state).toBe('held');
});

test('the rounding of figures is learned if the requests reveal it', async () => {
  const learnedOf = async (mode: RoundingMode, ...all: string[]) =>
    figureRounds(await recordOfExchanges(...all.map((amount) => creation(reckoned(amount, { mode })))), {
      figure: 'converted',
    });
  const key = 'requestAmountConverted';
  expect(await learnedOf('UP', ...amounts)).toMatchObject({ state: 'learned', key, value: 'rounded up' });
  expect(await learnedOf('DOWN', ...amounts)).toMatchObject({ value: 'rounded down' });
  expect(await learnedOf('HALF_EVEN', ...amounts)).toMatchObject({ value: 'rounded to the nearest' });
  // 12.34 becomes 12.273721901…: cutting and rounding to the nearest give the same.
  expect(await learnedOf('DOWN', '12.34')).toMatchObject({ state: 'held' });
});

test('what follows from a fee is not applicable if no request shows a fee', async () => {
  const names = ['', 'Fixed', 'Percent'].flatMap((part) => [`payer${part}PlatformFee`, `merchant${part}PlatformFee`]);
  const none = Object.fromEntries(names.map((name) => [name, null]));
  const record = await recordOfExchanges(creation({ ...none, processingAmount: null }));
  for (const figure of ['pay', 'processing'] as const)
    expect(figureHolds(record, { figure })).toMatchObject({ outcome: 'not applicable' });
  expect(figureHolds(record, { figure: 'converted' }).state).toBe('held');
});

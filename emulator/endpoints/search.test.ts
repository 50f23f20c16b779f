import { expect, test } from '@playwright/test';
import { barePayin, barePayout } from '../../tests/support/emulator/sampleBodies.ts';
import { openTestEmulator, type TestEmulator, type TestResponse } from '../../tests/support/emulator/testEmulator.ts';

interface Page {
  readonly content: readonly { id: string; createdAt: string; amount: number; orderId: string }[];
  readonly totalElements: number;
}

const search = async ({ ask }: TestEmulator, query: string): Promise<TestResponse & { page: Page }> => {
  const seen = await ask({ path: `/v2/user/payments/search?${query}` });
  return { ...seen, page: seen.json as Page };
};

/** Makes eleven pay-ins of 100 to 110 and a pay-out of 100, one second apart. */
async function filled(): Promise<TestEmulator> {
  const trial = openTestEmulator();
  for (let step = 0; step < 11; step += 1) {
    const card = { currency: 'UAH', method: 'CC_VISAMC', clientOrderId: `c-${step}` };
    const body = barePayin({ amount: 100 + step, ...card });
    await trial.ask({ path: '/v1/user/payments/payin', body });
    trial.pass(1000);
  }
  const payout = barePayout({ amount: 100, currency: 'TRY', method: 'CC_VISAMC', cardNumber: '5555555555554444' });
  await trial.ask({ path: '/v1/user/payments/payout', body: payout });
  return trial;
}

test('walking the pages visits every payment once, the newest first', async () => {
  const trial = await filled();
  const ids: string[] = [];
  for (const page of [0, 1, 2]) {
    const { json, page: shown } = await search(trial, `size=5&page=${page}`);
    ids.push(...shown.content.map(({ id }) => id));
    expect(json).toMatchObject({
      totalElements: 12,
      totalPages: 3,
      size: 5,
      number: page,
      first: page === 0,
      last: page === 2,
      empty: false,
      numberOfElements: page === 2 ? 2 : 5,
      pageable: { offset: page * 5, pageNumber: page, pageSize: 5, paged: true, unpaged: false },
    });
  }
  const list = (await trial.ask({ path: '/v1/user/payments' })).json as { id: string }[];
  expect(ids).toEqual(list.map(({ id }) => id));
});

test('a page beyond the last is empty and marked as last', async () => {
  const { json } = await search(await filled(), 'page=9');
  expect(json).toMatchObject({ content: [], empty: true, last: true, first: false, totalElements: 12, number: 9 });
});

for (const [query, found] of [
  ['currency=UAH', 11],
  ['currency=UAH&orderType=PAYOUT', 0],
  ['orderType=PAYOUT', 1],
  ['transactionType=CREDIT', 11],
  ['status=NEW', 12],
  ['status=SUCCESS', 0],
  ['clientOrderId=c-7', 1],
  ['clientOrderId=c', 0],
  ['amount=105', 6],
  ['amount=102,104.5', 3],
  ['amount=102&amount=104.5', 3],
  ['amount=-100,-100', 1],
  ['createdAt=2026-01-01T00:00:04Z,2026-01-01T00:00:07.5Z', 4],
  ['createdAt=2026-01-01T00:00:04Z&createdAt=2026-01-01T01:00:07.5%2B01:00', 4],
  ['createdAt=2026-01-02', 0],
  ['integrationId=none', 0],
  ['status=&size=&page=', 12],
] as const) {
  test(`${query} finds ${found}`, async () => {
    expect((await search(await filled(), query)).page.totalElements).toBe(found);
  });
}

test('orderId and methodId find their own payments', async () => {
  const trial = await filled();
  const [first] = (await search(trial, 'orderType=PAYOUT')).page.content;
  expect((await search(trial, `orderId=${first?.orderId}`)).page.content).toEqual([first]);
  const methods = (await trial.ask({ path: '/v1/user/methods' })).json as Record<string, string>[];
  const method = methods.find(({ currency, orderType }) => currency === 'UAH' && orderType === 'PAYIN');
  expect((await search(trial, `methodId=${method?.id}`)).page.totalElements).toBe(11);
});

for (const [sort, key] of [
  ['createdAt', 'createdAt'],
  ['amount', 'amount'],
  ['id', 'id'],
] as const) {
  test(`sort=${sort} orders the whole result, and desc reverses it`, async () => {
    const trial = await filled();
    const up = (await search(trial, `sort=${sort},asc`)).page.content;
    const down = (await search(trial, `sort=${sort},DESC`)).page.content;
    const values = up.map((payment) => payment[key]);
    const ordered = [...values].sort((left, right) => (left < right ? -1 : 1));
    expect(values).toEqual(ordered);
    expect(down).toEqual([...up].reverse());
  });
}

for (const query of [
  'page=-1',
  'page=1.5',
  'page=x',
  'size=0',
  'size=501',
  'size=99999999999999',
  'status=DONE',
  'currency=XXX',
  'orderType=GIFT',
  'transactionType=X',
  'sort=secret,asc',
  'sort=createdAt,sideways',
  'sort=createdAt,asc,more',
  'sort=__proto__',
  'amount=1,2,3',
  'amount=one',
  'createdAt=yesterday',
  'createdAt=2026-01-01T00:00:00',
  'createdAt=1,2',
  'status=NEW&status=FAILED',
  'orderId=1',
  'methodId=%00',
]) {
  test(`refuses ${query}`, async () => {
    expect(await search(openTestEmulator(), query)).toMatchObject({
      status: 400,
      json: { code: query.startsWith('sort') ? 'bad_sort' : 'bad_query' },
    });
  });
}

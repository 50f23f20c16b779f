import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { openTestEmulator, simpleHeaders, type TestEmulator } from '../../tests/support/emulator/testEmulator.ts';
import { ROUTES } from './routes.ts';

const POSTS = ROUTES.filter(({ verb }) => verb === 'POST');
const GETS = ROUTES.filter(({ verb }) => verb === 'GET');

const pathOf = (segments: readonly string[], parameter: string): string =>
  `/${segments.map((segment) => (segment === '*' ? parameter : segment)).join('/')}`;

const projectOf = ({ setup }: TestEmulator): string => setup.accounts[0]?.projects[0]?.id ?? '';

const MALFORMED: Readonly<Record<string, string>> = {
  'an empty body': '',
  'half a body': '{"amount":',
  'an array': '[]',
  'a number': '7',
  null: 'null',
  'deep arrays': '['.repeat(300_000),
  'deep objects': `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  NaN: '{"amount":NaN}',
  'duplicate keys': '{"amount":1,"amount":2}',
  'a control character': '{"comment":"\u0001"}',
};

const ODD: Readonly<Record<string, string>> = {
  'a huge number': '{"amount":1e999999999,"currency":"UAH","method":"CC_VISAMC"}',
  'a tiny number': '{"amount":1e-999999999,"currency":"UAH","method":"CC_VISAMC"}',
  'a long number': `{"amount":${'9'.repeat(5000)},"currency":"UAH","method":"CC_VISAMC"}`,
  'a prototype':
    '{"__proto__":{"amount":5},"constructor":{"prototype":{}},"currency":"__proto__","method":"constructor"}',
  'a lone surrogate': '{"amount":100,"currency":"UAH","method":"CC_VISAMC","comment":"\\ud800"}',
  'a text of a megabyte': `{"comment":"${'x'.repeat(1_000_000)}"}`,
};

for (const [name, body] of Object.entries(MALFORMED)) {
  test(`${name} is refused by every creation`, async () => {
    const trial = openTestEmulator();
    for (const { segments } of POSTS) {
      expect((await trial.ask({ path: pathOf(segments, projectOf(trial)), body })).status).toBe(400);
    }
  });
}

for (const [name, body] of Object.entries(ODD)) {
  test(`${name} never crashes a creation`, async () => {
    const trial = openTestEmulator();
    for (const { segments } of POSTS) {
      expect((await trial.ask({ path: pathOf(segments, projectOf(trial)), body })).status).toBeLessThan(500);
    }
  });
}

test('a body above the limit is refused with 413', async () => {
  const { ask } = openTestEmulator();
  expect((await ask({ path: '/v1/user/payments/payin', body: `"${'x'.repeat(1_600_000)}"` })).status).toBe(413);
});

test('another content type never causes a crash', async () => {
  const { ask } = openTestEmulator();
  const body = '{"amount":100,"currency":"UAH","method":"CC_VISAMC"}';
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    ';;;',
    'application/json; charset=utf-7',
  ]) {
    const answer = await ask({
      path: '/v1/user/payments/payin',
      body,
      headers: { ...simpleHeaders(), 'content-type': type },
    });
    expect(answer.status).toBeLessThan(500);
  }
});

const field = fc.constantFrom(
  'amount',
  'currency',
  'method',
  'paymentMethodId',
  'clientOrderId',
  'cardNumber',
  'cryptoAddress',
  'blockchain',
  'symbolPair',
  'side',
  'type',
  'fixedAmount',
  'expiresAt',
  'referenceId',
  'assets',
  'allEnabledAssets',
  'cryptoCurrency',
  'amountIn',
  'crossPayoutAsset',
  'asset',
  'comment',
);
const usual = fc.constantFrom<unknown>(
  100,
  'UAH',
  'CC_VISAMC',
  'USDT',
  'TRON',
  'CRYPTOCOIN',
  'BTCUSDT',
  'BUY',
  'FIXED_PRICE',
  'USD',
  'TRON_USDT',
  ['TRON_USDT'],
  true,
  '4242424242424242',
);
const body = fc.dictionary(field, fc.oneof({ weight: 3, arbitrary: usual }, { weight: 2, arbitrary: fc.jsonValue() }));

test('no body makes a creation crash', async () => {
  const trial = openTestEmulator();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...POSTS), body, async ({ segments }, sent) => {
      const { status, text } = await trial.ask({ path: pathOf(segments, projectOf(trial)), body: sent });
      expect(status).toBeLessThan(500);
      expect(text).not.toMatch(/\n\s+at /);
    }),
    { numRuns: 400 },
  );
});

test('no path or query makes a read crash', { tag: '@full' }, async () => {
  const trial = openTestEmulator();
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }).map(safelyEncoded),
    fc.constantFrom('%zz', '%00', '..%2f', 'PMT-', '%ff%fe'),
  );
  const query = fc.array(
    fc.tuple(fc.constantFrom('page', 'size', 'sort', 'amount', 'createdAt', 'status', 'orderId', '[]'), piece),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...GETS), piece, query, async ({ segments }, parameter, pairs) => {
      const path = `${pathOf(segments, parameter)}?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`;
      expect((await trial.ask({ path })).status).toBeLessThan(500);
    }),
    { numRuns: 400 },
  );
});

function safelyEncoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

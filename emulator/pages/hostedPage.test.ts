import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { bareCheckout } from '../../tests/support/emulator/sampleBodies.ts';
import { launchShopper, openPageStage, type PageStage } from '../../tests/support/pages/pageStage.ts';

let browser: Browser;
let stage: PageStage;

test.beforeAll(async () => {
  browser = await launchShopper();
  stage = await openPageStage();
});

test.afterAll(async () => {
  await browser.close();
  await stage.close();
});

const PRICE = { fixedAmount: { amount: 100, currency: 'USD' } };
const TEA = bareCheckout('FIXED_PRICE', { ...PRICE, name: 'Tea', returnUrl: 'https://shop.example/back' });

/** Opens a page, and notes every error of it. */
async function visit(url: string, colorScheme: 'light' | 'dark' = 'light'): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ colorScheme });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(url);
  return { page, errors };
}

async function pay(page: Page, network: RegExp): Promise<void> {
  await page.getByRole('radio', { name: network }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
}

const labels = (page: Page, group: string) => page.getByRole('group', { name: group }).getByRole('radio');

test('a checkout is chosen, paid and followed on its page without a reload', async () => {
  const made = await stage.checkout(0, TEA);
  const { page, errors } = await visit(made.acquiringUrl);
  await expect(page.getByRole('heading', { name: 'Tea' })).toBeVisible();
  await expect(page.getByText('100 USD')).toBeVisible();
  await page.getByRole('radio', { name: 'USDT' }).check();
  await pay(page, /Tron/);
  await expect(page.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
  const { request } = await stage.read(0, made.id);
  if (request === null) throw new Error('no request was created');
  await expect(page.getByText(request.address)).toBeVisible();
  await expect(page.getByText(`${request.payAmount} USDT`)).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText('59:59');
  await stage.payer.pay({ asset: 'TRON_USDT', address: request.address, amount: request.payAmount }, 200);
  await expect(page.getByText('It is being confirmed')).toBeVisible();
  stage.trial.pass(10_000);
  await expect(page.getByRole('heading', { name: 'Payment complete' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Shop' })).toHaveAttribute('href', 'https://shop.example/back');
  expect(errors).toEqual([]);
  await page.close();
});

test('a page offers the enabled currencies and networks alone, and what is preselected is chosen', async () => {
  const made = await stage.checkout(0, { ...TEA, preselectedCryptoCurrency: 'USDC' });
  const { page } = await visit(made.acquiringUrl);
  await expect(labels(page, 'Currency')).toHaveCount(2);
  await expect(page.getByRole('radio', { name: 'USDC' })).toBeChecked();
  await expect(labels(page, 'Network')).toHaveCount(3);
  await page.getByRole('radio', { name: 'USDT' }).check();
  await expect(labels(page, 'Network')).toHaveCount(2);
  await page.goto((await stage.checkout(0, { ...TEA, preselectedCryptoCurrency: 'TRON_USDT' })).acquiringUrl);
  await expect(page.getByRole('radio', { name: 'USDT' })).toBeChecked();
  await expect(page.getByRole('radio', { name: /Tron/ })).toBeChecked();
  await page.close();
});

test('suggested amounts are those of the settings, and another amount is taken within the limits', async () => {
  const made = await stage.checkout(1, bareCheckout('SUGGESTED_FIXED_PRICE'));
  const { page } = await visit(made.acquiringUrl);
  await expect(labels(page, 'Amount')).toHaveCount(4);
  await page.getByRole('radio', { name: 'Other amount' }).check();
  await page.getByRole('textbox', { name: /Other amount/ }).fill('0.5');
  await pay(page, /Tron/);
  await expect(page.getByRole('alert')).toContainText('outside the limits');
  await page.getByRole('textbox', { name: /Other amount/ }).fill('33');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText('Waiting for your payment').first()).toBeVisible();
  expect(await stage.read(1, made.id)).toMatchObject({ request: { requestAmount: 33, requestAmountIn: 'USD' } });
  await page.goto((await stage.checkout(2, bareCheckout('SUGGESTED_FIXED_PRICE'))).acquiringUrl);
  await expect(labels(page, 'Amount')).toHaveCount(2);
  await expect(page.getByRole('radio', { name: 'Other amount' })).toHaveCount(0);
  await page.close();
});

test('a checkout without a price is settled from the sandbox balance within the limits only', async () => {
  const made = await stage.checkout(0, bareCheckout('NO_PRICE'));
  const { page } = await visit(made.acquiringUrl);
  await page.getByRole('radio', { name: 'USDC' }).check();
  await pay(page, /Solana/);
  await expect(page.getByText('Between 1 and 999999 USDC').first()).toBeVisible();
  const amount = page.getByRole('textbox', { name: /Amount from sandbox balance/ });
  for (const wrong of ['0.5', '1000000', 'much']) {
    await amount.fill(wrong);
    await page.getByRole('button', { name: 'Pay from sandbox balance' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  }
  await amount.fill('12.5');
  await page.getByRole('button', { name: 'Pay from sandbox balance' }).click();
  await expect(page.getByRole('heading', { name: 'Payment complete' })).toBeVisible();
  expect(await stage.read(0, made.id)).toMatchObject({
    status: 'SUCCESS',
    request: { txHash: null, paidAmount: 12.5, paymentStatus: 'SUCCESS' },
  });
  await page.close();
});

test('a fee that the payer pays is shown unless the settings hide it', async () => {
  for (const [project, times] of [
    [1, 1],
    [2, 0],
  ] as const) {
    const { page } = await visit((await stage.checkout(project, TEA)).acquiringUrl);
    if (project === 2) await page.getByRole('radio', { name: 'USDT' }).check();
    await pay(page, /Tron/);
    await expect(page.getByRole('timer')).toBeVisible();
    await expect(page.getByText('Send exactly')).toBeVisible();
    await expect(page.getByText(/Includes a fee of [\d.]+ USDT/)).toHaveCount(times);
    await page.close();
  }
});

test('a payment link opens its checkout, and its end leads where the link says', async () => {
  const project = stage.trial.setup.accounts[0]?.projects[0]?.id ?? '';
  const links = { successfulLink: 'https://shop.example/thanks', failureLink: 'https://shop.example/failed' };
  const made = (await stage.payer.control(`projects/${project}/payment-links`, { ...TEA, ...links })).json;
  const { url, checkout } = made as { url: string; checkout: { id: string } };
  expect(checkout).toMatchObject({ status: 'NEW', ...links });
  const { page } = await visit(url);
  await page.getByRole('radio', { name: 'USDT' }).check();
  await pay(page, /Ethereum/);
  await page.getByRole('button', { name: 'Pay from sandbox balance' }).click();
  await expect(page.getByRole('link', { name: 'Back to Shop' })).toHaveAttribute('href', links.successfulLink);
  await page.close();
});

test('a page says when its checkout expires', async () => {
  const made = await stage.checkout(0, TEA);
  const { page } = await visit(made.acquiringUrl);
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible();
  stage.trial.pass(3_600_000);
  await expect(page.getByRole('heading', { name: 'Checkout expired' })).toBeVisible();
  await page.close();
});

test('nothing is shown for a request of the API or for an unknown id', async () => {
  const request = (await stage.payer.at(0, 'requests', { cryptoCurrency: 'TRON_USDT' })).json as { id: string };
  for (const id of [request.id, 'CCO-00000000-0000-4000-8000-000000000000']) {
    const page = await browser.newPage();
    expect((await page.goto(`${stage.url}/checkout/${id}`))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Not available' })).toBeVisible();
    await page.close();
  }
});

test('markup and scripts in texts and links do nothing', async () => {
  const hostile = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>';
  const made = await stage.checkout(0, {
    ...TEA,
    name: hostile,
    clientOrderId: hostile,
    returnUrl: 'javascript:window.hit=1',
  });
  const { page } = await visit(made.acquiringUrl);
  await expect(page.getByRole('heading', { name: hostile })).toBeVisible();
  await expect(page.getByRole('link')).toHaveCount(0);
  expect(await page.evaluate('window.hit')).toBeUndefined();
  await page.close();
});

test('a page loads no secret, stores nothing and speaks to its service alone', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const loaded: string[] = [];
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('response', async (response) => loaded.push(await response.text().catch(() => '')));
  const other = await stage.checkout(0, { ...TEA, name: 'Another order' });
  const made = await stage.checkout(0, TEA);
  await page.goto(made.acquiringUrl);
  await page.getByRole('radio', { name: 'USDT' }).check();
  await pay(page, /Ethereum/);
  await page.getByRole('button', { name: 'Pay from sandbox balance' }).click();
  await expect(page.getByRole('heading', { name: 'Payment complete' })).toBeVisible();
  const secrets = stage.trial.setup.accounts.flatMap(({ tokens }) =>
    tokens.flatMap(({ credential }) => [credential.tokenId, credential.secret]),
  );
  const text = loaded.join('\n');
  expect([...secrets, other.id, 'Another order'].filter((secret) => text.includes(secret))).toEqual([]);
  expect(text).not.toMatch(/"balanceAfterPayment":\d/);
  expect(asked.filter((url) => new URL(url).origin !== stage.url)).toEqual([]);
  expect(await context.storageState()).toEqual({ cookies: [], origins: [] });
  await context.close();
});

for (const scheme of ['light', 'dark'] as const)
  test(`a checkout is paid by the keyboard alone, and axe finds nothing: ${scheme}`, async () => {
    const made = await stage.checkout(1, bareCheckout('SUGGESTED_FIXED_PRICE', { name: 'Gift' }));
    const { page } = await visit(made.acquiringUrl, scheme);
    const faults = async () =>
      (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes]);
    await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible();
    expect(await faults()).toEqual([]);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('Tab', 'Space', 'ArrowDown');
    await expect(page.getByRole('radio', { name: '25 USD' })).toBeFocused();
    await press('Tab', 'Tab', 'Space');
    await expect(page.getByRole('radio', { name: /Ethereum/ })).toBeChecked();
    await press('Tab', 'Enter');
    await expect(page.getByRole('button', { name: 'Pay from sandbox balance' })).toBeVisible();
    expect(await faults()).toEqual([]);
    await page.getByRole('button', { name: 'Pay from sandbox balance' }).focus();
    await press('Enter');
    await expect(page.getByRole('heading', { name: 'Payment complete' })).toBeVisible();
    expect(await faults()).toEqual([]);
    await page.close();
  });

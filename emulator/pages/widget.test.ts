import { type Browser, type BrowserContext, expect, type FrameLocator, type Page, test } from '@playwright/test';
import { bareCheckout } from '../../tests/support/emulator/sampleBodies.ts';
import { launchShopper, merchantPage, openPageStage, type PageStage } from '../../tests/support/pages/pageStage.ts';

let browser: Browser;
let stage: PageStage;
let context: BrowserContext;

test.beforeAll(async () => {
  browser = await launchShopper();
  stage = await openPageStage();
});

test.beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
});

test.afterEach(() => context.close());

test.afterAll(async () => {
  await browser.close();
  await stage.close();
});

const TEA = bareCheckout('FIXED_PRICE', { fixedAmount: { amount: 100, currency: 'USD' }, name: 'Tea' });

/** What the widget of a page shows. */
const shownIn = (page: Page): FrameLocator => page.locator('app-widget').frameLocator('iframe');

const heading = (page: Page) => shownIn(page).getByRole('heading', { name: 'Tea' });

interface Told {
  readonly id: string;
  readonly status: string;
  readonly request: { readonly id: string; readonly status: string } | null;
}

const told = (page: Page): Promise<Told[]> => page.evaluate('window.told') as Promise<Told[]>;

test('the widget tells every change of the status with the Checkout and its request', async () => {
  const made = await stage.checkout(0, TEA);
  const page = await merchantPage(context, stage, { domain: 'shop.example', id: made.id });
  await expect(heading(page)).toBeVisible();
  const frame = shownIn(page);
  await frame.getByRole('radio', { name: 'USDT' }).check();
  await frame.getByRole('radio', { name: 'Tron' }).check();
  await frame.getByRole('button', { name: 'Continue to payment' }).click();
  await expect.poll(async () => (await told(page)).map(({ status }) => status)).toEqual(['REQUEST_CREATED']);
  const { request } = await stage.read(0, made.id);
  if (request === null) throw new Error('no request was created');
  // Both changes happen between two questions of the page.
  await stage.payer.pay({ asset: 'TRON_USDT', address: request.address, amount: request.payAmount }, 10_000);
  await expect
    .poll(async () => (await told(page)).map((one) => [one.id, one.status, one.request?.id, one.request?.status]))
    .toEqual([
      [made.id, 'REQUEST_CREATED', request.id, 'WAITING_PAYMENT'],
      [made.id, 'PAYMENT_DETECTED', request.id, 'PENDING_PAYMENT'],
      [made.id, 'SUCCESS', request.id, 'SUCCESS'],
    ]);
  expect(JSON.stringify(await told(page))).not.toMatch(/"balanceAfterPayment":\d/);
});

test('the widget is 392 px wide on a desktop, and as wide as a screen of up to 758 px', async () => {
  const made = await stage.checkout(0, TEA);
  const page = await merchantPage(context, stage, { domain: 'shop.example', id: made.id });
  await expect(heading(page)).toBeVisible();
  const width = () => page.locator('app-widget').evaluate((element) => element.getBoundingClientRect().width);
  const layout = () => shownIn(page).locator('.aw').getAttribute('data-layout');
  for (const [screen, wide, named] of [
    [1280, 392, 'desktop'],
    [759, 392, 'desktop'],
    [758, 742, 'mobile'],
    [390, 374, 'mobile'],
  ] as const) {
    await page.setViewportSize({ width: screen, height: 900 });
    await expect.poll(width).toBe(wide);
    await expect.poll(layout).toBe(named);
  }
  const [inside, around] = await Promise.all([
    shownIn(page)
      .locator('.aw')
      .evaluate((element) => element.scrollHeight),
    page.locator('app-widget').evaluate((element) => element.getBoundingClientRect().height),
  ]);
  expect(around).toBe(inside);
});

for (const domain of ['unlinked.example', 'pending.example', 'rejected.example', 'evil.example'])
  test(`the widget shows nothing on ${domain}, which is not approved and linked`, async () => {
    const made = await stage.checkout(0, TEA);
    const page = await context.newPage();
    const answered = page.waitForEvent('requestfailed', (request) => request.url().includes(made.id));
    await page.goto(stage.shop({ domain, id: made.id }));
    await answered;
    await expect(heading(page)).toHaveCount(0);
    expect(await page.locator('app-widget').evaluate((element) => element.getBoundingClientRect().height)).toBe(0);
  });

test('a domain that is approved and linked later shows the widget from then on', async () => {
  const made = await stage.checkout(3, TEA);
  const projectId = stage.trial.setup.accounts[0]?.projects[3]?.id;
  const set = (body: object) => stage.payer.control(`projects/${projectId}/domains`, body);
  expect((await set({ name: 'evil.example', state: 'PENDING', linked: true })).status).toBe(409);
  expect((await set({ name: 'https://evil.example', state: 'SUCCESS' })).status).toBe(400);
  expect((await set({ name: 'evil.example', state: 'SUCCESS', linked: true })).status).toBe(200);
  const page = await merchantPage(context, stage, { domain: 'evil.example', id: made.id });
  await expect(heading(page)).toBeVisible();
});

test('a foreign page shows nothing of the checkout, however it frames it', async () => {
  const made = await stage.checkout(0, TEA);
  const shop = stage.shop({ domain: 'shop.example', id: made.id });
  const around = [made.acquiringUrl, `${stage.url}/checkout/${made.id}/frame`, shop]
    .map((url) => `<iframe src="${url}"></iframe>`)
    .join('');
  const page = await merchantPage(context, stage, { domain: 'evil.example', id: made.id, around });
  await expect.poll(() => page.frames().length).toBeGreaterThan(4);
  await page.waitForLoadState('networkidle');
  const texts = await Promise.all(page.frames().map((frame) => frame.evaluate('document.documentElement.innerText')));
  expect(texts.filter((text) => /Tea|USDT/.test(String(text)))).toEqual([]);
  const read = `fetch('${stage.url}/pages/checkouts/${made.id}').then((answer) => answer.text(), String)`;
  expect(await page.evaluate(read)).toMatch(/TypeError/);
});

test('the page around the widget forges no status into it or out of it', async () => {
  const made = await stage.checkout(0, TEA);
  const page = await merchantPage(context, stage, { domain: 'shop.example', id: made.id });
  await expect(heading(page)).toBeVisible();
  await page.evaluate(`{
    const frame = document.querySelector('app-widget').shadowRoot.querySelector('iframe');
    const forged = { id: '${made.id}', status: 'SUCCESS' };
    for (const kind of ['status', 'changed'])
      for (const to of [window, frame.contentWindow])
        to.postMessage({ 'app-widget': { kind, status: 'SUCCESS', checkout: forged } }, '*');
    document.querySelector('app-widget').setAttribute('status', 'SUCCESS');
  }`);
  await shownIn(page).getByRole('radio', { name: 'USDT' }).check();
  await shownIn(page).getByRole('radio', { name: 'Tron' }).check();
  await shownIn(page).getByRole('button', { name: 'Continue to payment' }).click();
  await expect(shownIn(page).getByText('Waiting for your payment').first()).toBeVisible();
  await expect.poll(async () => (await told(page)).map(({ status }) => status)).toEqual(['REQUEST_CREATED']);
});

test('the way back from the widget takes the whole window along', async () => {
  const made = await stage.checkout(0, { ...TEA, returnUrl: 'http://shop.example/back' });
  const page = await merchantPage(context, stage, { domain: 'shop.example', id: made.id });
  const left = page.waitForRequest('http://shop.example/back');
  await shownIn(page).getByRole('link', { name: 'Cancel and go back' }).click();
  const request = await left;
  expect(request.frame()).toBe(page.mainFrame());
  expect(request.headers()).not.toHaveProperty('referer');
});

test('another id shows another checkout, and an element that is taken away asks no more', async () => {
  const [first, second] = [await stage.checkout(0, TEA), await stage.checkout(0, { ...TEA, name: 'Cup' })];
  const page = await merchantPage(context, stage, { domain: 'shop.example', id: first.id });
  await expect(heading(page)).toBeVisible();
  await page.locator('app-widget').evaluate((element, id) => element.setAttribute('id', id), second.id);
  await expect(shownIn(page).getByRole('heading', { name: 'Cup' })).toBeVisible();
  await page.locator('app-widget').evaluate((element) => element.remove());
  await expect.poll(() => page.frames().length).toBe(1);
});

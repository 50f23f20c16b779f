import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { bareCheckout } from '../../tests/support/emulator/sampleBodies.ts';
import { launchShopper, merchantPage, openPageStage, type PageStage } from '../../tests/support/pages/pageStage.ts';
import type { Rules } from '../rules/index.ts';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launchShopper();
});

test.afterAll(() => browser.close());

const TEA = bareCheckout('FIXED_PRICE', { fixedAmount: { amount: 100, currency: 'USD' }, name: 'Tea' });

interface Trial {
  readonly stage: PageStage;
  readonly context: BrowserContext;
}

/** Runs a trial on a service that follows some rules of its own. */
async function on(rules: Partial<Rules>, trial: (of: Trial) => Promise<void>): Promise<void> {
  const stage = await openPageStage(rules);
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 } });
  try {
    await trial({ stage, context });
  } finally {
    await context.close();
    await stage.close();
  }
}

const openPolicy: Rules['pagePolicy'] = (policy) =>
  policy.replace(/script-src[^;]*/, "script-src 'self' 'unsafe-inline'");

const widgetIn = (page: Page) => page.locator('app-widget').frameLocator('iframe');

const hits = (page: Page) => page.evaluate('window.hit');

test('markup in a name runs on a service that reads it', async () => {
  await on({ textShownAs: () => 'markup', pagePolicy: openPolicy }, async ({ stage, context }) => {
    const page = await context.newPage();
    await page.goto((await stage.checkout(0, { ...TEA, name: '<img src=x onerror="window.hit=1">' })).acquiringUrl);
    await expect.poll(() => hits(page)).toBe(1);
  });
});

test('a script in returnUrl runs on a service that links it', async () => {
  await on({ linkShown: (url) => url, pagePolicy: openPolicy }, async ({ stage, context }) => {
    const page = await context.newPage();
    await page.goto((await stage.checkout(0, { ...TEA, returnUrl: 'javascript:void(window.hit=1)' })).acquiringUrl);
    await page.getByRole('link', { name: 'Cancel and go back' }).click();
    await expect.poll(() => hits(page)).toBe(1);
  });
});

test('a token stays in the browser of a service that stores it', async () => {
  await on(
    { pageStored: ({ tokens: [token] }) => ({ session: token?.credential.tokenId ?? '' }) },
    async ({ stage, context }) => {
      const page = await context.newPage();
      await page.goto((await stage.checkout(0, TEA)).acquiringUrl);
      await expect.poll(() => page.evaluate('localStorage.session')).toMatch(/^TKN-/);
    },
  );
});

test('a message of anybody becomes an event of a widget that trusts anyone', async () => {
  await on({ messagesTrusted: () => 'anyone' }, async ({ stage, context }) => {
    const made = await stage.checkout(0, TEA);
    const page = await merchantPage(context, stage, { domain: 'shop.example', id: made.id });
    await expect(widgetIn(page).getByRole('heading', { name: 'Tea' })).toBeVisible();
    await page.evaluate(`postMessage({ id: '${made.id}', status: 'SUCCESS' }, '*')`);
    await expect.poll(() => page.evaluate('told.map(({ status }) => status)')).toEqual(['SUCCESS']);
  });
});

test('a frame that obeys its page shows the status that the page sends', async () => {
  await on({ pageObeyed: () => ['SUCCESS'] }, async ({ stage, context }) => {
    const page = await merchantPage(context, stage, { domain: 'shop.example', id: (await stage.checkout(0, TEA)).id });
    await expect(widgetIn(page).getByRole('heading', { name: 'Tea' })).toBeVisible();
    await page.evaluate(`document.querySelector('app-widget').shadowRoot.querySelector('iframe')
      .contentWindow.postMessage({ status: 'SUCCESS' }, '*')`);
    await expect(widgetIn(page).getByRole('heading', { name: 'Payment complete' })).toBeVisible();
  });
});

test('a foreign frame within an approved page shows a checkout that only asks for the topmost page', async () => {
  await on({ frameGuard: () => 'top', framesAllowed: () => ['*'] }, async ({ stage, context }) => {
    const { id } = await stage.checkout(0, TEA);
    const around = (url: string) => `<iframe id="foreign" src="${url}" height="900"></iframe>`;
    const foreign = stage.shop({ domain: 'evil.example', id });
    const page = await merchantPage(context, stage, { domain: 'shop.example', id: '', around: around(foreign) });
    const inner = page.frameLocator('#foreign').locator('app-widget').frameLocator('iframe');
    await expect(inner.getByRole('heading', { name: 'Tea' })).toBeVisible();
    await page.goto(stage.shop({ domain: 'evil.example', id }));
    await page.waitForLoadState('networkidle');
    await expect(widgetIn(page).getByRole('heading', { name: 'Tea' })).toHaveCount(0);
  });
});

test('a foreign page frames the hosted page of a service that lets it', async () => {
  await on({ hostedFrames: () => ['*'] }, async ({ stage, context }) => {
    const around = `<iframe id="hosted" src="${(await stage.checkout(0, TEA)).acquiringUrl}"></iframe>`;
    const page = await merchantPage(context, stage, { domain: 'evil.example', id: '', around });
    await expect(page.frameLocator('#hosted').getByRole('heading', { name: 'Tea' })).toBeVisible();
  });
});

test('the widget follows another width and another breakpoint', async () => {
  await on({ widgetWidthPx: () => 420, mobileUpToPx: () => 600 }, async ({ stage, context }) => {
    const page = await merchantPage(context, stage, { domain: 'shop.example', id: (await stage.checkout(0, TEA)).id });
    const width = () => page.locator('app-widget').evaluate((element) => element.getBoundingClientRect().width);
    await expect.poll(width).toBe(420);
    await page.setViewportSize({ width: 700, height: 900 });
    await expect(widgetIn(page).locator('.aw')).toHaveAttribute('data-layout', 'desktop');
    expect(await width()).toBe(420);
  });
});

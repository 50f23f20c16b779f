import { type Browser, expect, type FrameLocator, type Page, test } from '@playwright/test';
import { bareCheckout } from '../../tests/support/emulator/sampleBodies.ts';
import { launchShopper, merchantPage, openPageStage, type PageStage } from '../../tests/support/pages/pageStage.ts';
import { pageVariants } from '../faults/variants/pages.ts';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launchShopper();
});

test.afterAll(() => browser.close());

const SUGGESTED = bareCheckout('SUGGESTED_FIXED_PRICE', { name: 'Gift', returnUrl: 'https://shop.example/back' });

type Place = Page | FrameLocator;

/** Picks a value by a radio button or in a list, wherever the page has it. */
async function pick(place: Place, value: RegExp): Promise<void> {
  const radio = place.getByRole('radio', { name: value });
  const option = place.getByRole('option', { name: value });
  await expect(radio.or(option).first()).toBeAttached();
  if ((await radio.count()) > 0) await radio.first().check();
  else {
    const list = place.getByRole('combobox').filter({ has: option });
    await list.selectOption((await option.first().textContent()) ?? '');
  }
}

/** Pays the request of a checkout on its blockchain. */
async function payOnChain(stage: PageStage, id: string): Promise<void> {
  await expect.poll(async () => (await stage.read(1, id)).request).not.toBeNull();
  const { address = '', payAmount = 0 } = (await stage.read(1, id)).request ?? {};
  await stage.payer.pay({ asset: 'TRON_USDT', address, amount: payAmount }, 10_000);
}

/** Chooses and settles the checkout of a page, in the order in which the page asks. */
async function settle(
  place: Place,
  { stage, name, id }: { stage: PageStage; name: string; id: string },
): Promise<void> {
  await pick(place, /^10 USD/);
  for (const value of name.includes('network-first') ? [/tron/i, /usdt/i] : [/usdt/i, /tron/i])
    await pick(place, value);
  await place.getByRole('button').first().click();
  if (name.includes('without-the-sandbox-balance')) await payOnChain(stage, id);
  else await place.getByRole('button', { name: /balance|test funds|Guthaben/ }).click();
}

/** Opens the shadow roots of a page to its tests, which find nothing in closed ones. */
const OPENED = `{ const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) { return attach.call(this, { ...init, mode: 'open' }); }; }`;

async function settledOn(stage: PageStage, name: string): Promise<void> {
  const made = await stage.checkout(1, SUGGESTED);
  const { projectId } = await stage.read(1, made.id);
  await stage.payer.control(`projects/${projectId}/domains`, { name: 'shop.example', state: 'SUCCESS', linked: true });
  const context = await browser.newContext();
  await context.addInitScript(OPENED);
  const page = await context.newPage();
  await page.goto(made.acquiringUrl);
  const isLeaving = name.includes('by-themselves');
  const left = isLeaving ? page.waitForRequest('https://shop.example/back') : undefined;
  await settle(page, { stage, name, id: made.id });
  await expect.poll(async () => (await stage.read(1, made.id)).status).toBe('SUCCESS');
  await left;
  if (!isLeaving) await expect(page.getByRole('heading', { level: 2 })).toHaveText(/complete|done|abgeschlossen/);
  await context.close();
}

async function toldOn(stage: PageStage, name: string): Promise<void> {
  const made = await stage.checkout(1, SUGGESTED);
  const context = await browser.newContext();
  await context.addInitScript(OPENED);
  const page = await merchantPage(context, stage, { domain: 'shop.example', id: made.id });
  await page.evaluate(
    `addEventListener('statusChanged', (event) => told.push(event.acquiringCheckout ?? event.detail))`,
  );
  const place = name === 'widget-without-a-frame' ? page : page.locator('app-widget').frameLocator('iframe');
  await settle(place, { stage, name, id: made.id });
  await expect
    .poll(async () => ((await page.evaluate('told')) as ({ status?: string } | null)[]).map((one) => one?.status))
    .toContain('SUCCESS');
  await context.close();
}

/** One of so many variants is tried by `npm test`, the others by `npm run test:full`. */
const sampled = 6;

for (const [at, { name, rules }] of pageVariants.entries())
  test(`the variant ${name} serves its page and its widget`, { tag: at % sampled === 0 ? [] : '@full' }, async () => {
    const stage = await openPageStage(rules);
    try {
      await settledOn(stage, name);
      await toldOn(stage, name);
    } finally {
      await stage.close();
    }
  });

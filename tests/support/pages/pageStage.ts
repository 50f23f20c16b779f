import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Rules } from '../../../emulator/rules/index.ts';
import { conformingRules } from '../../../emulator/rules/index.ts';
import { addressOf } from '../../../emulator/server/server.ts';
import { launchBrowser } from '../browser.ts';
import { type Payable, type Payer, payerIn } from '../emulator/payer.ts';
import { openTestEmulator, type TestEmulator } from '../emulator/testEmulator.ts';

/** The domains of merchants in tests: the first is approved and linked, the others are not. */
const DOMAINS = ['shop.example', 'unlinked.example', 'pending.example', 'rejected.example', 'evil.example'];

/** Starts a browser that finds the domains of merchants on this machine. */
export const launchShopper = (): Promise<Browser> =>
  launchBrowser([`--host-resolver-rules=${DOMAINS.map((name) => `MAP ${name} 127.0.0.1`).join(',')}`]);

/** A checkout as tests need it. */
export interface MadeCheckout extends Payable {
  readonly acquiringUrl: string;
}

/** An emulator that listens, with its payer. */
export interface PageStage {
  readonly trial: TestEmulator;
  readonly url: string;
  readonly payer: Payer;
  readonly close: () => Promise<void>;
  /** The address of a page of a merchant. */
  readonly shop: (of: MerchantPage) => string;
  /** Creates a checkout in the n-th project of the main account. */
  readonly checkout: (project: number, body: unknown) => Promise<MadeCheckout>;
  /** Reads a checkout of the n-th project back. */
  readonly read: (project: number, id: string) => Promise<MadeCheckout & Record<string, unknown>>;
}

/** Opens an emulator whose pages a browser can visit; its clock moves only on command. */
export async function openPageStage(rules: Partial<Rules> = {}): Promise<PageStage> {
  const trial = openTestEmulator({ control: true, instances: true, rules: { ...conformingRules, ...rules } });
  await trial.app.listen({ port: 0, host: '127.0.0.1' });
  const payer = payerIn(trial);
  const url = addressOf(trial.app);
  const merchants = await openMerchants(url);
  return {
    trial,
    url,
    payer,
    shop: merchants.shop,
    close: async () => {
      await merchants.close();
      await trial.app.close();
    },
    checkout: async (project, body) => (await payer.at(project, 'checkouts', body)).json as MadeCheckout,
    read: async (project, id) =>
      (await payer.at(project, `checkouts/${id}`)).json as MadeCheckout & Record<string, unknown>,
  };
}

/** A page of a merchant: its domain, the checkout of its widget, and further markup. */
export interface MerchantPage {
  readonly domain: string;
  readonly id: string;
  readonly around?: string;
}

/** Opens a page of a merchant, whose window stores the events that the widget emits. */
export async function merchantPage(context: BrowserContext, stage: PageStage, of: MerchantPage): Promise<Page> {
  const page = await context.newPage();
  await page.goto(stage.shop(of));
  return page;
}

const merchantText = (url: string, { id, around = '' }: MerchantPage): string =>
  `<!doctype html><title>Shop</title><script>window.told = [];
  addEventListener('statusChanged', (event) => told.push(event.detail));</script>
  <script src="${url}/widget.js"></script>${around}<app-widget id="${id}"></app-widget>`;

/** Serves pages of merchants on this machine; a browser lets no page from elsewhere load from it. */
async function openMerchants(serviceUrl: string) {
  const pages: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(pages[Number(url.slice(1))] ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    shop: (of: MerchantPage): string => {
      pages.push(merchantText(serviceUrl, of));
      return `http://${of.domain}:${port}/${pages.length - 1}`;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

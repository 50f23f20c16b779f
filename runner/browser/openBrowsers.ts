import type { Browser } from '@playwright/test';
import { howToGetOne, launchBrowser, NoBrowser } from './findBrowser.ts';
import { openShop, type Shop } from './shop.ts';

/** A browser, and the server of the pages around an embedded widget. */
export interface OpenBrowser {
  browser: Browser;
  shop: Shop;
}

interface Entry {
  opening: Promise<OpenBrowser>;
  users: number;
}

/** The browsers of this process by the domain that they look up as this machine. One serves all runs of a process, since each visit has a profile of its own. */
const entries = new Map<string, Entry>();

/** Domains that nobody approved: one like the approved one at its end, one like it at its beginning, and another. */
export const foreignDomains = (domain: string): readonly string[] => [
  `not-${domain}`,
  `${domain}.elsewhere.example`,
  'elsewhere.example',
];

async function open(domain: string | undefined): Promise<OpenBrowser> {
  const shop = await openShop();
  const named = domain === undefined ? [] : [domain, ...foreignDomains(domain)];
  const rules = named.map((name) => `MAP ${name} 127.0.0.1:${shop.port}`).join(', ');
  try {
    const browser = await launchBrowser(rules === '' ? [] : [`--host-resolver-rules=${rules}`]);
    return { browser, shop };
  } catch (error) {
    await shop.close();
    throw error;
  }
}

async function release(key: string, entry: Entry): Promise<void> {
  entry.users -= 1;
  if (entry.users > 0) return;
  entries.delete(key);
  const opened = await entry.opening.catch(() => undefined);
  await opened?.browser.close();
  await opened?.shop.close();
}

/** A worker's share of a browser, which starts with the first visit. */
export interface BrowserHandle {
  get(): Promise<OpenBrowser>;
  close(): Promise<void>;
}

/** Returns a worker's share of a browser. A domain given is looked up as this machine. */
export function browserHandle(domain: string | undefined): BrowserHandle {
  const key = domain ?? '';
  let own: Entry | undefined;
  return {
    get: () => {
      if (own) return own.opening;
      own = entries.get(key) ?? { opening: open(domain), users: 0 };
      own.users += 1;
      entries.set(key, own);
      return own.opening;
    },
    close: async () => {
      const entry = own;
      own = undefined;
      if (entry) await release(key, entry);
    },
  };
}

/** Returns the reason why no browser runs as one line with what to do; undefined for any other error. */
export const whyNoBrowser = (error: unknown): string | undefined =>
  error instanceof NoBrowser ? `no browser: ${error.message}; ${howToGetOne}` : undefined;

import type { Browser } from '@playwright/test';
import type { WidgetPlace } from '../../traffic/target/file/targetFile.ts';
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

/** The domains of a widget: the approved one, and those of the account that are not. */
type WidgetDomains = Pick<WidgetPlace, 'domain' | 'unapproved'>;

/** Domains that nobody approved: like the approved one at its end, at its beginning, another, like it for who takes a point for any sign, and those that the target file names. */
export const foreignDomains = ({ domain, unapproved = [] }: WidgetDomains): readonly string[] => [
  `not-${domain}`,
  `${domain}.elsewhere.example`,
  'elsewhere.example',
  ...(domain.includes('.') ? [domain.replace('.', 'x')] : []),
  ...unapproved,
];

/** Domains that a run links to a project for a moment. They stand beside the approved one, whose subdomains a service may take for approved, too. */
export const lentDomains = ({ domain }: WidgetDomains) =>
  [`lent-${domain}`, `next-${domain}`, `last-${domain}`] as const;

/** Every domain that a run opens a widget on. */
const openedDomains = (place: WidgetDomains) => [place.domain, ...foreignDomains(place), ...lentDomains(place)];

async function open(place: WidgetDomains | undefined): Promise<OpenBrowser> {
  const shop = await openShop();
  const named = place === undefined ? [] : openedDomains(place);
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

/** Returns a worker's share of a browser. The domains of a widget are looked up as this machine. */
export function browserHandle(place: WidgetDomains | undefined): BrowserHandle {
  const key = place === undefined ? '' : openedDomains(place).join(' ');
  let own: Entry | undefined;
  return {
    get: () => {
      if (own) return own.opening;
      own = entries.get(key) ?? { opening: open(place), users: 0 };
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

import type { BrowserContext, Page } from '@playwright/test';
import type { PageLeak } from '../../traffic/journal/pageLine.ts';
import type { Redactor } from '../../traffic/redaction/redactor.ts';
import type { Clean } from './traffic.ts';

/** The most lines of the console, and the most entries of the storage, that one visit stores, and the characters of each. */
const [mostLines, mostEntries, mostLine, mostLeaks] = [60, 60, 500, 40];

/** The placeholders of secrets that no page may have; card numbers are replaced too, but any long number may look like one. */
const ofSecrets = /<((?:secret of|token id of|control token|webhook secret|key of the chain)[^<>]{0,100})>/g;

/** The state of a browser's profile. */
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

const stateOf = (context: BrowserContext): Promise<StorageState> =>
  context
    .storageState({ indexedDB: true })
    .catch(() => context.storageState())
    .catch(() => ({ cookies: [], origins: [] }));

/** A database of a browser, as far as it is looked at. */
interface StoredDatabase {
  name: string;
  stores: readonly { name: string; records: readonly unknown[] }[];
}

/** Returns the records in the databases of a site, each as a text. */
function recordsIn(origin: StorageState['origins'][number]): string[] {
  const { indexedDB = [] } = origin as { indexedDB?: readonly StoredDatabase[] };
  return indexedDB.flatMap((base) =>
    base.stores.flatMap(({ name, records }) =>
      records.map((record) => `database ${base.name} ${name} ${JSON.stringify(record)}`),
    ),
  );
}

/** What a visit said and stored, without secrets, and the secrets that were in anything of it. */
export class Spoken {
  readonly lines: string[] = [];
  readonly leaks: PageLeak[] = [];
  readonly #redactor: Redactor;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** Replaces secrets in a text and notes where it found them. */
  readonly clean: Clean = (text, where) => {
    const bare = this.#redactor.clean(text);
    if (bare === text) return text;
    for (const [, label = ''] of bare.matchAll(ofSecrets))
      if (this.leaks.length < mostLeaks && !this.leaks.some((one) => one.label === label && one.where === where))
        this.leaks.push({ where, label });
    return bare;
  };

  readonly #say = (text: string): void => {
    if (this.lines.length < mostLines) this.lines.push(this.clean(text, 'the console').slice(0, mostLine));
  };

  /** Notes errors of the console and of scripts, and dialogs, which are answered. */
  listen(context: BrowserContext, page: Page): void {
    page.on('console', (message) => message.type() === 'error' && this.#say(`console: ${message.text()}`));
    page.on('pageerror', (error) => this.#say(`error: ${error.message}`));
    context.on('dialog', (dialog) => {
      this.#say(`dialog: ${dialog.message()}`);
      // Who is asked whether he goes on says so; nobody knows what to write into a prompt.
      const answer = dialog.type() === 'prompt' ? dialog.dismiss() : dialog.accept();
      void answer.catch(() => undefined);
    });
  }

  /** Returns the cookies and the storage of all sites of a visit. */
  async stored(context: BrowserContext, page: Page): Promise<string[]> {
    const state = await stateOf(context);
    const session = await page
      .evaluate('JSON.stringify(Object.entries(window.sessionStorage))')
      .then((text) => JSON.parse(String(text)) as [string, string][])
      .catch(() => []);
    const all = [
      ...state.cookies.map(({ name, value }) => `cookie ${name}=${value}`),
      ...state.origins.flatMap(({ localStorage }) => localStorage.map(({ name, value }) => `local ${name}=${value}`)),
      ...state.origins.flatMap(recordsIn),
      ...session.map(([name, value]) => `session ${name}=${value}`),
    ];
    return all.slice(0, mostEntries).map((entry) => this.clean(entry, 'the storage').slice(0, mostLine));
  }
}

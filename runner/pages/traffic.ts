import type { BrowserContext, Request, Response } from '@playwright/test';
import type { PageRequest } from '../../traffic/journal/journalTypes.ts';

/** The most requests of one visit that are stored, and the most characters of a text of each. */
const [mostRequests, mostText, mostIds, mostRead] = [150, 4_000, 100, 1_000_000];

/** The most answers of one visit that are read. */
const mostReadings = 2_000;

/** A GET that is sent more often is polling. */
const mostAlike = 2;

const idPattern =
  /\b(?:TKN|PMT|ORD|PMD|OWN|CCO|CAPD?|CASB|UBADR)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;

/** Returns the identifiers of the interface in some texts, each once. */
const idsIn = (...texts: readonly string[]): string[] =>
  [...new Set(texts.flatMap((text) => text.match(idPattern) ?? []))].slice(0, mostIds);

/** Replaces secrets in a text and notes where it found them. */
export type Clean = (text: string, where: string) => string;

/** The types of request whose answers are texts that say something. */
const told: ReadonlySet<string> = new Set(['document', 'xhr', 'fetch', 'script']);

/** Everything that a visit asked for over the network. */
export class PageTraffic {
  readonly #requests: PageRequest[] = [];
  readonly #reading: Promise<void>[] = [];
  readonly #clean: Clean;
  /** How often each address was asked for, and the requests that only look for changes. */
  readonly #times = new Map<string, number>();
  readonly #polls = new WeakSet<Request>();
  /** What each address last got, so that answers that repeat are stored once. */
  readonly #lastGot = new Map<string, string>();
  readonly #beganMs = Date.now();
  /** How many requests are on their way, without those that never end. */
  inFlight = 0;
  /** When the last request began or ended, ms. */
  lastMs = Date.now();

  constructor(context: BrowserContext, clean: Clean) {
    this.#clean = clean;
    context.on('request', (request) => this.#begun(request));
    context.on('requestfinished', (request) => this.#ended(request));
    context.on('requestfailed', (request) => this.#ended(request));
  }

  /** True for a request that a page makes again and again, to learn of changes: it says nothing about whether the page has settled. */
  #isPolling(request: Request): boolean {
    if (['eventsource', 'websocket', 'ping'].includes(request.resourceType())) return true;
    return request.method() === 'GET' && (this.#times.get(request.url()) ?? 0) > mostAlike;
  }

  #begun(request: Request): void {
    this.#times.set(request.url(), (this.#times.get(request.url()) ?? 0) + 1);
    if (this.#isPolling(request)) this.#polls.add(request);
    this.#moved(request, 1);
  }

  #moved(request: Request, by: 1 | -1): void {
    if (this.#polls.has(request)) return;
    this.lastMs = Date.now();
    this.inFlight = Math.max(0, this.inFlight + by);
  }

  #ended(request: Request): void {
    this.#moved(request, -1);
    if (this.#requests.length < mostRequests && this.#reading.length < mostReadings)
      this.#reading.push(this.#read(request).catch(() => undefined));
  }

  async #read(request: Request): Promise<void> {
    const afterMs = Date.now() - this.#beganMs;
    const [type, method] = [request.resourceType(), request.method()];
    const response = await request.response().catch(() => null);
    const got = response && told.has(type) ? await bodyOf(response) : '';
    const sent = request.postData() ?? '';
    const status = response?.status();
    const key = `${method} ${request.url()} ${status}`;
    if (this.#polls.has(request) && this.#lastGot.get(key) === got) return;
    this.#lastGot.set(key, got);
    const where = `${method} ${request.url().split('?')[0]}`;
    const headers = Object.entries(await request.allHeaders().catch(() => ({})));
    this.#clean(headers.map(([name, value]) => `${name}: ${value}`).join('\n'), `the headers of ${where}`);
    const answered = Object.entries((await response?.allHeaders().catch(() => ({}))) ?? {});
    this.#clean(
      answered.map(([name, value]) => `${name}: ${value}`).join('\n'),
      `the headers of the answer to ${where}`,
    );
    const failure = request.failure()?.errorText;
    const isShown = type !== 'script';
    this.#requests.push({
      ...{ method, type, afterMs },
      url: this.#clean(request.url(), `the address of ${where}`).slice(0, mostText),
      ...(status !== undefined && { status }),
      ...(failure !== undefined && { failure }),
      ...(sent !== '' && { sent: this.#clean(sent, `what ${where} sent`).slice(0, mostText) }),
      ...this.#gotOf(got, where, isShown),
      ids: idsIn(request.url(), sent, got),
    });
  }

  /** Notes a text that came over a connection which stays open. */
  hear(type: string, url: string, text: string): void {
    if (this.#requests.length >= mostRequests) return;
    const where = `GET ${url.split('?')[0]}`;
    this.#requests.push({
      ...{ method: 'GET', type, afterMs: Date.now() - this.#beganMs },
      url: this.#clean(url, `the address of ${where}`).slice(0, mostText),
      ...this.#gotOf(text.slice(0, mostRead), where, true),
      ids: idsIn(text),
    });
  }

  #gotOf(got: string, where: string, isShown: boolean): { got?: string } {
    const clean = got === '' ? '' : this.#clean(got, `what ${where} got`);
    return isShown && clean !== '' ? { got: clean.slice(0, mostText) } : {};
  }

  /** Returns the requests that have ended so far. */
  async all(): Promise<readonly PageRequest[]> {
    await Promise.all(this.#reading);
    return this.#requests.toSorted((a, b) => a.afterMs - b.afterMs);
  }
}

async function bodyOf(response: Response): Promise<string> {
  const body = await response.body().catch(() => undefined);
  return body === undefined ? '' : body.subarray(0, mostRead).toString('utf8');
}

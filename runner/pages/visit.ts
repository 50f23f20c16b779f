import type { BrowserContext, Locator, Page } from '@playwright/test';
import { type ViewNode, viewNodes } from '../../oracles/pages/view/viewNodes.ts';
import type { PageEvent, PageLine, PageLook } from '../../traffic/journal/journalTypes.ts';
import type { ForeignAttempt, PageStuck } from '../../traffic/journal/pageLine.ts';
import type { Worker } from '../worker/worker.ts';
import { type Arrival, arrive, keptOf } from './arrive.ts';
import { hasRoomFor } from './eventRoom.ts';
import { aboutEvent, opensShadows, tellName, tellsMessages } from './inPage.ts';
import { keepFiles } from './keepFiles.ts';
import { hearConnections } from './openConnections.ts';
import { guard, knownHosts } from './pageGuard.ts';
import { changed, type LivePage, settled, snapshotOf } from './settle.ts';
import { Spoken } from './spoken.ts';
import { PageTraffic } from './traffic.ts';
import { addressesOf, isOwnPlace, type VisitOpening, webHost } from './visitOpening.ts';
import { widgetBox, widgetPlaces } from './widgetBox.ts';

/** The screens on which pages are looked at, in CSS pixels. */
export const screens = {
  desktop: { width: 1280, height: 900 },
  wide: { width: 1920, height: 1080 },
  tablet: { width: 800, height: 1280 },
  aboveMobile: { width: 759, height: 900 },
  mobile: { width: 758, height: 900 },
  phoneOnItsSide: { width: 667, height: 375 },
  phone: { width: 390, height: 844 },
} as const;

/** The most looks, characters of a snapshot and characters of an event that one visit stores. */
const [mostLooks, mostSeen, mostEvent] = [40, 24_000, 40_000];

/** Pages that were opened beside another one, which led nobody there. */
const tabs = new WeakSet<Page>();

/** A visit to a page: it looks, acts, and in the end becomes a line of the journal. */
export class Visit {
  readonly page: Page;
  /** Its number in the journal. */
  readonly id: string;
  readonly #worker: Worker;
  readonly #opening: VisitOpening;
  readonly #context: BrowserContext;
  readonly #traffic: PageTraffic;
  readonly #spoken: Spoken;
  readonly #began = { at: new Date().toISOString(), ns: process.hrtime.bigint(), ms: Date.now() };
  readonly #looks: PageLook[] = [];
  readonly #events: PageEvent[] = [];
  readonly #led: string[] = [];
  readonly #home: Set<string>;
  #ledBefore: number | undefined;
  #load = 0;
  #document: Arrival = {};
  #snapshot = '';
  #ended: PageLine | undefined;
  /** What the visit lacks to go on. */
  stuck: PageStuck | undefined;
  /** A mark that only a text run as code leaves. */
  marked: string | undefined;
  readonly forged: string[] = [];
  readonly foreign: ForeignAttempt[] = [];
  /** Runs after each look. */
  afterLook: (() => Promise<void>) | undefined;

  private constructor(
    worker: Worker,
    opening: VisitOpening,
    { context, page }: { context: BrowserContext; page: Page },
  ) {
    this.#worker = worker;
    this.#opening = opening;
    this.#context = context;
    this.page = page;
    this.id = worker.nextVisit();
    this.#spoken = new Spoken(worker.redactor);
    this.#traffic = new PageTraffic(context, this.#spoken.clean);
    // What is no address of the Web leads nowhere else.
    this.#home = new Set(['', ...knownHosts(addressesOf(worker, opening)).hosts]);
    this.#spoken.listen(context, page);
    page.on('framenavigated', (frame) => frame.parentFrame() === null && this.#leads(frame.url()));
    const follows = (other: Page) => other.on('framenavigated', (of) => !tabs.has(other) && this.#leads(of.url()));
    context.on('page', follows);
  }

  /** Opens a page in a profile of its own. Throws NoBrowser. */
  static async open(worker: Worker, opening: VisitOpening): Promise<Visit> {
    const { browser } = await worker.browser.get();
    const shown = { viewport: opening.screen ?? screens.desktop, ...opening.place, acceptDownloads: false };
    const context = await browser.newContext({ ...shown, serviceWorkers: 'block' });
    context.setDefaultTimeout(5_000);
    await context.addInitScript(opensShadows);
    await guard(context, knownHosts(addressesOf(worker, opening)));
    await context.tracing.start({ screenshots: false, snapshots: true });
    return Visit.#in(context, worker, opening);
  }

  /** Opens a page in another tab of this visit's browser. */
  async beside(opening: VisitOpening): Promise<Visit> {
    return Visit.#in(this.#context, this.#worker, opening);
  }

  static async #in(context: BrowserContext, worker: Worker, opening: VisitOpening): Promise<Visit> {
    const isTab = context.pages().length > 0;
    const page = await context.newPage();
    if (isTab) tabs.add(page);
    const visit = new Visit(worker, opening, { context, page });
    await hearConnections(context, page, visit.#traffic);
    if (opening.way !== 'hosted') await visit.#listenInside();
    await visit.go(opening.address);
    return visit;
  }

  get #isTab(): boolean {
    return tabs.has(this.page);
  }

  async #listenInside(): Promise<void> {
    await this.page.exposeFunction(tellName, (name: string, value: string, about: unknown) => {
      if (!hasRoomFor(String(name), this.#events)) return;
      const text = this.#spoken.clean(String(value), `the ${String(name)} event`).slice(0, mostEvent);
      this.#events.push({
        ...{ name: String(name), afterMs: this.#sinceMs(), value: text },
        ...aboutEvent(about),
      });
    });
    await this.page.addInitScript(tellsMessages);
  }

  #sinceMs(): number {
    return Date.now() - this.#began.ms;
  }

  #isElsewhere(address: string): boolean {
    return !this.#home.has(webHost(address) ?? '');
  }

  #leads(address: string): void {
    // Where an address sends its visitor before it shows anything, the page is.
    if (this.#looks.length === 0 && isOwnPlace(this.#opening.created, address)) this.#home.add(new URL(address).host);
    if (!this.#isElsewhere(address)) return;
    this.#led.push(this.#spoken.clean(address, 'the address that the page led to').slice(0, 2_000));
  }

  /** Opens an address in this visit, again or another one. */
  async go(address: string): Promise<Arrival> {
    this.#load += 1;
    // What is opened on purpose is nowhere that the page led to.
    this.#home.add(webHost(address) ?? '');
    const arrived = await arrive(this.page, address, this.#worker.target.deadlines.answerMs);
    this.#document = keptOf(this.#document, arrived);
    return arrived;
  }

  get #live(): LivePage {
    return { page: this.page, traffic: this.#traffic, hasLeft: () => this.#isElsewhere(this.page.url()) };
  }

  get mostMs(): number {
    return this.#worker.target.deadlines.visibleMs;
  }

  /** The elements of the page as it was last seen. */
  get nodes(): ViewNode[] {
    return viewNodes(this.#snapshot);
  }

  /** Where the page led its user so far. */
  get led(): readonly string[] {
    return this.#led;
  }

  /** From now on, the user follows a way back. */
  goesBack(): void {
    this.#ledBefore ??= this.#led.length;
  }

  get events(): readonly PageEvent[] {
    return this.#events;
  }

  /** Waits until the page has settled, or does not wait, and stores what the page shows. */
  async look(
    step: string,
    {
      isEarly = false,
      ...more
    }: Pick<PageLook, 'amount' | 'asset' | 'chose' | 'codes' | 'went'> & { isEarly?: boolean } = {},
  ): Promise<ViewNode[]> {
    this.#snapshot = isEarly ? ((await snapshotOf(this.page)) ?? '') : await settled(this.#live, this.mostMs);
    const box = this.#opening.way === 'hosted' ? undefined : await widgetBox(this.page);
    const seen = this.#spoken.clean(this.#snapshot, 'the page');
    const screen = this.page.viewportSize() ?? screens.desktop;
    if (this.#looks.length < mostLooks)
      this.#looks.push({
        ...{ step, afterMs: this.#sinceMs(), url: this.page.url().slice(0, 2_000), screen, ...more },
        ...(this.#load > 1 && { load: this.#load }),
        seen: seen.slice(0, mostSeen),
        ...(seen.length > mostSeen && { cut: true }),
        ...(box && { box, places: await widgetPlaces(this.page) }),
      });
    await this.afterLook?.();
    return this.nodes;
  }

  /** Does something on the page and waits for what it changes, up to so many ms. */
  async act(deed: (page: Page) => Promise<unknown>, mostMs = 1_500): Promise<void> {
    const before = this.#snapshot;
    await deed(this.page);
    this.#snapshot = await changed(this.#live, before, Math.min(mostMs, this.mostMs));
  }

  /** Returns the live element of one that was seen. */
  live(node: ViewNode): Locator {
    return this.page.locator(`aria-ref=${node.ref}`);
  }

  /** Ends the visit and returns its line. */
  async close(): Promise<PageLine> {
    this.#ended ??= await this.#end();
    return this.#ended;
  }

  async #end(): Promise<PageLine> {
    const { requirement, way, created, opens, address, domain, approved, place } = this.#opening;
    const picture = await this.page.screenshot({ timeout: 5_000, animations: 'disabled' }).catch(() => undefined);
    const stored = await this.#spoken.stored(this.#context, this.page);
    const requests = await this.#traffic.all();
    const hasLeak = this.#spoken.leaks.length > 0;
    const traced = this.#isTab ? undefined : this.#context;
    const files = await keepFiles(traced, { id: this.id, out: this.#worker.run.out, picture, hasLeak });
    await (this.#isTab ? this.page : this.#context).close();
    return {
      kind: 'page',
      ...{ id: this.id, requirement, way, opens, created: created.id },
      address: this.#spoken.clean(address, 'its address'),
      ...(domain !== undefined && { domain }),
      ...(approved !== undefined && { approved }),
      ...(place && { place }),
      ...{ openedAt: this.#began.at, sentNs: String(this.#began.ns), receivedNs: String(process.hrtime.bigint()) },
      ...this.#document,
      ...{ looks: this.#looks, requests, console: this.#spoken.lines, events: this.#events, led: this.#led, stored },
      ...(this.#ledBefore !== undefined && { ledBefore: this.#ledBefore }),
      leaks: this.#spoken.leaks,
      ...(this.marked !== undefined && { marked: this.marked }),
      ...(this.forged.length > 0 && { forged: this.forged }),
      ...(this.foreign.length > 0 && { foreign: this.foreign }),
      ...(this.stuck && { stuck: this.stuck }),
      ...files,
    };
  }
}

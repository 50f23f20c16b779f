import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { addressesIn } from '../../oracles/pages/view/shownAddress.ts';
import { isField, isPressable, textOf, viewNodes } from '../../oracles/pages/view/viewNodes.ts';
import type { PageTraffic } from './traffic.ts';

/** The pause between two looks, ms, and how long a page must stay the same. */
const [stepMs, calmMs] = [80, 240];

/** How long a page may show nothing to do before that is taken as its state, ms. */
const emptyMs = 3_000;

/** A page that shows nothing yet and is still loading, or that a busy browser cannot read, gets this many times as long. */
const patience = 4;

/** Returns Playwright's snapshot of the page; undefined while the page is being replaced, or if the browser is too busy. */
export async function snapshotOf(page: Page): Promise<string | undefined> {
  return await page.ariaSnapshot({ mode: 'ai', timeout: 5_000 }).catch(() => undefined);
}

/** True for a snapshot without any text. */
const isBlank = (snapshot: string): boolean => viewNodes(snapshot).every((node) => textOf(node).trim() === '');

/** A snapshot without what changes by itself: the time left, and Playwright's references. */
const timeless = (snapshot: string): string => snapshot.replace(/ \[(?:ref=\w+|active)\]/g, '').replace(/\d+/g, '0');

function isWorkable(snapshot: string): boolean {
  const nodes = viewNodes(snapshot);
  return nodes.some((node) => isPressable(node) || isField(node)) || addressesIn(nodes).length > 0;
}

/** A page, and what is on its way to it. */
export interface LivePage {
  page: Page;
  traffic: PageTraffic;
  /** True if the page has led to another host, where nothing more comes. */
  hasLeft: () => boolean;
}

/** Waits until a page stays the same and nothing is on its way, or the time is over; returns its snapshot. */
export async function settled({ page, traffic, hasLeft }: LivePage, mostMs: number): Promise<string> {
  const beganMs = Date.now();
  let [last, sinceMs] = ['', beganMs];
  for (;;) {
    const read = await snapshotOf(page);
    const now = read ?? '';
    if (timeless(now) !== timeless(last)) sinceMs = Date.now();
    last = now;
    const [calm, whole] = [Date.now() - sinceMs, Date.now() - beganMs];
    const isQuiet = traffic.inFlight === 0 && Date.now() - traffic.lastMs >= calmMs;
    const isWhole = hasLeft() || isWorkable(now) || calm >= Math.min(emptyMs, mostMs);
    const isDone = read !== undefined && calm >= calmMs && isQuiet && isWhole;
    const isOpen = read === undefined || (!isQuiet && isBlank(now));
    if (isDone || whole >= mostMs * (isOpen ? patience : 1)) return now;
    await delay(stepMs);
  }
}

/** Waits until a page shows something else than before, or the time is over; then until it has settled. */
export async function changed(live: LivePage, before: string, mostMs: number): Promise<string> {
  const beganMs = Date.now();
  while (Date.now() - beganMs < mostMs) {
    if (timeless((await snapshotOf(live.page)) ?? before) !== timeless(before)) break;
    await delay(stepMs);
  }
  return settled(live, Math.max(mostMs, emptyMs));
}

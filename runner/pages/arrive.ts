import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';

/** How an address answered: its status, or why there was none. */
export type Arrival = Pick<PageLine, 'status' | 'failure'>;

/** Returns what a visit keeps of two arrivals: the first answer, since a page that closes once its checkout is over was open before, or that there was none. */
export const keptOf = (first: Arrival, later: Arrival): Arrival =>
  first.status === undefined || later.failure !== undefined ? later : first;

/** How often an address is opened again that answered with 5xx or not at all, and the pause before, ms. */
const [mostAgain, pauseMs] = [2, 500];

async function once(page: Page, address: string, answerMs: number): Promise<Arrival> {
  try {
    const response = await page.goto(address, { waitUntil: 'domcontentloaded', timeout: answerMs });
    return response ? { status: response.status() } : { failure: 'no answer' };
  } catch (error) {
    return { failure: ((error as Error).message.split('\n')[0] ?? '').slice(0, 200) };
  }
}

/** Opens an address in a page. A failure may come from the network, so it counts only if it comes again. */
export async function arrive(page: Page, address: string, answerMs: number): Promise<Arrival> {
  let last = await once(page, address, answerMs);
  for (let again = 0; again < mostAgain && (last.failure !== undefined || (last.status ?? 0) >= 500); again += 1) {
    await delay(pauseMs);
    last = await once(page, address, answerMs);
  }
  return last;
}

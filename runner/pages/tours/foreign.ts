import type { Route } from '@playwright/test';
import { actsOn, type KnownHosts } from '../pageGuard.ts';
import type { Visit } from '../visit.ts';
import type { Follower } from './tour.ts';

/** A site that nobody approved. */
const site = 'https://elsewhere.example';

/** How a page of another site can send a request without being asked: as a script does, and as a form does, whose content is plain text. */
const ways = {
  'a script of another site': { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  'a form of another site': {
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    'content-type': 'text/plain',
  },
} as const;

/** How long an answer may take, ms, and the most requests of a visit that are tried. */
const [answerMs, mostTried] = [10_000, 4];

async function attempt(
  visit: Visit,
  { route, following }: { route: Route; following: Follower },
  [what, special]: readonly [string, Readonly<Record<string, string>>],
): Promise<void> {
  const request = route.request();
  const headers = {
    ...request.headers(),
    origin: site,
    referer: `${site}/`,
    'sec-fetch-site': 'cross-site',
    ...special,
  };
  const before = following.reads.at(-1);
  const answer = await route.fetch({ headers, maxRedirects: 0, timeout: answerMs });
  await following.read();
  const after = following.reads.at(-1);
  if (before !== undefined && after !== undefined)
    visit.foreign.push({ what: `${request.method()} by ${what}`, status: answer.status(), before, after });
}

/**
 * From now on, everything that a page sends to act is first sent as a page of another site would send it, and the checkout is read before and after. The
 * page's own request goes out in any case. A service may take what comes from anywhere, so only a refusal that has an effect is a fault.
 */
export async function sendForeign(visit: Visit, following: Follower, known: KnownHosts): Promise<void> {
  let tried = 0;
  await visit.page.route(/^https?:/, async (route) => {
    if (tried < mostTried && actsOn(route.request(), known)) {
      tried += 1;
      await following.read();
      for (const way of Object.entries(ways)) await attempt(visit, { route, following }, way).catch(() => undefined);
    }
    await route.fallback();
  });
}

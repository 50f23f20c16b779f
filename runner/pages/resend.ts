import type { Request } from '@playwright/test';
import { actsOn, type KnownHosts } from './pageGuard.ts';
import type { Visit } from './visit.ts';

/** The requests with which a page acted, as they were sent. */
export interface Acts {
  /** Sends the last ones again, as a second tab or an impatient user does; returns how many were sent. */
  again(): Promise<number>;
}

/** The most requests that are sent again, and how long an answer may take, ms. */
const [mostSent, answerMs] = [2, 10_000];

/** Notes from now on what a page sends to act on the target. */
export function noteActs(visit: Visit, known: KnownHosts): Acts {
  const noted: Request[] = [];
  visit.page.on('request', (request) => {
    if (actsOn(request, known)) noted.push(request);
  });
  return {
    again: async () => {
      let sent = 0;
      for (const request of noted.slice(-mostSent)) {
        const data = request.postDataBuffer();
        const headers = await request.allHeaders();
        const isSent = await visit.page
          .context()
          .request.fetch(request.url(), {
            method: request.method(),
            headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':'))),
            ...(data && { data }),
            maxRedirects: 0,
            timeout: answerMs,
          })
          .then(
            () => true,
            () => false,
          );
        if (isSent) sent += 1;
      }
      return sent;
    },
  };
}

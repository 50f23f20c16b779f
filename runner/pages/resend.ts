import type { Request } from '@playwright/test';
import type { Visit } from './visit.ts';

/** The requests with which a page acted, as they were sent. */
export interface Acts {
  /** Sends the last ones again, as a second tab or an impatient user does; returns how many were sent. */
  again(): Promise<number>;
}

/** The most requests that are sent again, and how long an answer may take, ms. */
const [mostSent, answerMs] = [2, 10_000];

/** Notes from now on what a page sends to act. */
export function noteActs(visit: Visit): Acts {
  const noted: Request[] = [];
  visit.page.on('request', (request) => {
    if (request.method() !== 'GET' && ['xhr', 'fetch', 'document'].includes(request.resourceType()))
      noted.push(request);
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

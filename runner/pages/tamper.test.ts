import { expect, test } from '@playwright/test';
import { knownHosts } from './pageGuard.ts';
import { namePrice } from './tamper.ts';
import type { Visit } from './visit.ts';

const known = knownHosts(['https://target.example', 'https://pay.target.example/checkout/1']);

/** Sends one request of a page while a price is named, to answers with these statuses, and none after them. Returns what became of it. */
async function played(
  statuses: readonly number[],
  { method = 'POST', url = 'https://pay.target.example/choose' } = {},
) {
  const [did, left] = [[] as string[], [...statuses]];
  const note = (what: string) => async () => void did.push(what);
  const route = {
    request: () => ({
      method: () => method,
      url: () => url,
      resourceType: () => 'fetch',
      postData: () => '{"asset":1}',
    }),
    fetch: async () => {
      const status = left.shift();
      did.push(`sent ${status}`);
      if (status === undefined) throw new Error('no answer in time');
      return { status: () => status };
    },
    ...{ fulfill: note('fulfilled'), fallback: note('own'), abort: note('aborted') },
  };
  const handlers: ((one: typeof route) => Promise<void>)[] = [];
  const page = { route: async (_: RegExp, run: (typeof handlers)[0]) => void handlers.push(run) };
  const wasTried = await namePrice({ page } as unknown as Visit, { amount: '5', currency: 'EUR' }, known);
  await Promise.all([...handlers, ...handlers].map((run) => run(route)));
  return { did: did.join(', '), isTried: wasTried() };
}

test('a price is named once, until it is not refused, and only with POST to a host of the target', async () => {
  expect(await played([400, 422, 200])).toEqual({
    did: 'sent 400, own, sent 422, sent 200, fulfilled',
    isTried: true,
  });
  for (const status of [302, 500])
    expect((await played([status])).did.replace('own, ', '')).toBe(`sent ${status}, fulfilled`);
  // What was not answered may have been taken.
  expect((await played([])).did.replace('own, ', '')).toBe('sent undefined, aborted');
  for (const more of [{ method: 'PUT' }, { url: 'https://elsewhere.example/choose' }])
    expect(await played([200], more)).toEqual({ did: 'own, own', isTried: false });
});

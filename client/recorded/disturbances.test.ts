import { expect, test } from '@playwright/test';
import { disturbances } from './disturbances.ts';

const post = { method: 'POST', target: '/v1/user/payments/payin' };

/** What happens to each of some requests in turn. */
function played(seed: number, requests: readonly { method: string; target: string }[]): string[] {
  const disturb = disturbances(seed);
  return requests.map((request) => disturb(request)?.do ?? 'pass');
}

const times = (count: number, make: (n: number) => { method: string; target: string }) =>
  Array.from({ length: count }, (_, n) => make(n));

test('the same seed disturbs the same requests', () => {
  const requests = times(60, () => post);
  expect(played(7, requests)).toEqual(played(7, requests));
  expect(played(7, requests)).not.toEqual(played(8, requests));
});

test('one in three POSTs and one in four GETs fail, in every way', () => {
  for (const seed of [1, 2, 3]) {
    const posts = played(
      seed,
      times(36, (n) => ({ ...post, target: `/p${n}` })),
    );
    const gets = played(
      seed,
      times(60, (n) => ({ method: 'GET', target: `/g${n}` })),
    );
    const count = (all: readonly string[], what: string) => all.filter((one) => one === what).length;
    const ways = ['pass', 'drop', 'throttle', 'answer', 'silence'];
    expect(ways.map((what) => count(posts, what))).toEqual([24, 4, 4, 2, 2]);
    expect(ways.map((what) => count(gets, what))).toEqual([45, 3, 6, 3, 3]);
  }
});

test('rate refusals name their time in seconds and as a date', () => {
  const disturb = disturbances(4);
  const posts = times(36, (n) => ({ ...post, target: `/p${n}` }));
  const forms = posts.map(disturb).flatMap((action) => (action?.do === 'throttle' ? [action.throttle.form] : []));
  expect(new Set(forms)).toEqual(new Set(['seconds', 'date']));
});

test('the next request to an address that failed passes', () => {
  const done = played(
    5,
    times(90, () => post),
  );
  const twice = done.filter((one, at) => one !== 'pass' && done[at + 1] !== 'pass' && at + 1 < done.length);
  expect(twice).toEqual([]);
});

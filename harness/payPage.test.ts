import { expect, test } from '@playwright/test';
import type { Api } from './api.ts';
import { openPayPage } from './payPage.ts';
import { exchangeOf } from './recorded.ts';
import type { Target } from './target.ts';

const opened: string[] = [];
const api = {
  open: (url: URL) => {
    opened.push(url.href);
    return Promise.resolve(exchangeOf({}));
  },
} as unknown as Api;
const target = { baseUrl: 'http://127.0.0.1:4000/~base' } as Target;
const open = (payUrl: unknown) => openPayPage(api, target, exchangeOf({ answer: { payUrl } }));

test('the page on the target itself is opened, wherever the target is', async () => {
  expect(await open('http://127.0.0.1:4000/pay/1?a=b')).toHaveProperty('page');
  expect(opened).toEqual(['http://127.0.0.1:4000/pay/1?a=b']);
});

test('nothing else of our own network is opened for a target, nor what is no web address', async () => {
  const before = opened.length;
  for (const payUrl of [
    'http://127.0.0.1:4001/pay',
    'http://localhost:4001/pay',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706433/',
    'file:///etc/passwd',
    '/pay/1',
    null,
  ])
    expect(await open(payUrl), String(payUrl)).toMatchObject({ fault: { code: 'noEvidence' } });
  expect(opened.length).toBe(before);
});

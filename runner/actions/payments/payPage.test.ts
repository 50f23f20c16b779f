import { expect, test } from '@playwright/test';
import { exchangeOf } from '../../../tests/support/records/records.ts';
import type { Target } from '../../../traffic/target/target.ts';
import type { Api } from '../../worker/api.ts';
import { openPayPage } from './payPage.ts';

const opened: string[] = [];
const fixedAddresses: unknown[] = [];
const api = {
  open: (url: URL, addresses: unknown = []) => {
    opened.push(url.href);
    fixedAddresses.push(addresses);
    return Promise.resolve(exchangeOf({}));
  },
} as unknown as Api;
const target = { baseUrl: 'http://127.0.0.1:4000/~base' } as Target;
const open = (payUrl: unknown) => openPayPage(api, { target, made: exchangeOf({ answer: { payUrl } }) });

test('a page on the target itself is opened, wherever the target is', async () => {
  expect(await open('http://127.0.0.1:4000/pay/1?a=b')).toHaveProperty('page');
  expect(opened).toEqual(['http://127.0.0.1:4000/pay/1?a=b']);
});

test('no other address of our own network is opened, and no text that is not a web address', async () => {
  const before = opened.length;
  for (const payUrl of [
    'http://127.0.0.1:4001/pay',
    'http://localhost:4001/pay',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706433/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[::127.0.0.1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://198.18.0.1/',
    'http://192.0.0.192/',
    'https://127.0.0.1:4000/pay',
  ])
    expect(await open(payUrl), payUrl).toMatchObject({ fault: { code: 'notApplicable' } });
  for (const payUrl of ['/pay/1', 'file:///etc/passwd'])
    expect(await open(payUrl), payUrl).toMatchObject({ fault: { code: 'noEvidence' } });
  expect(await open(null)).toMatchObject({ fault: { code: 'notApplicable' } });
  expect(opened.length).toBe(before);
});

test('the connection goes to the address that was checked', async () => {
  const answers = [[{ address: '8.8.8.8', family: 4 }], [{ address: '127.0.0.1', family: 4 }]];
  const made = exchangeOf({ answer: { payUrl: 'https://pay.example/1' } });
  expect(await openPayPage(api, { target, made, resolve: async () => answers.shift() ?? [] })).toHaveProperty('page');
  expect(fixedAddresses.at(-1)).toEqual([{ address: '8.8.8.8', family: 4 }]);
  expect(answers).toHaveLength(1);
});

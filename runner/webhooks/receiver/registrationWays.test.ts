import { expect, test } from '@playwright/test';
import type { Target } from '../../../traffic/target/target.ts';
import { baseFor, kindsOf, postsToRegister, registrationWays } from './registrationWays.ts';

type Given = Pick<Target, 'control' | 'paths' | 'webhook' | 'baseUrl' | 'credentials' | 'projects'>;

const account = { label: 'main', tokenId: 'TKN-1', secret: 'of the account' } as Target['credentials'][0];

const bare: Given = {
  baseUrl: 'https://sandbox.example.com',
  credentials: [account],
  paths: {},
  projects: [{ id: 'CAP-1' }, { id: 'CAP-2' }],
};
const controlApi = { url: 'http://127.0.0.1:1/~control', token: 'of-the-door' };
const paths = { webhooks: { payment: '/v1/hooks', checkout: '/v1/{projectId}/hooks' } };
const webhook: Target['webhook'] = {
  publicUrl: 'https://hooks.example.com/in/0123456789abcdef/',
  kinds: ['payment', 'massPayoutOrder'],
  listen: { host: '127.0.0.1', port: 8700 },
};

test('the test control API comes first, then the API, then the configuration of the operator', () => {
  expect(registrationWays({ ...bare, control: controlApi, paths, webhook }, 'payment', false)).toEqual([
    'control',
    'api',
    'operator',
  ]);
  expect(registrationWays({ ...bare, paths, webhook }, 'payment', true)).toEqual(['operator']);
  expect(registrationWays({ ...bare, control: controlApi, webhook }, 'massPayoutOrder', false)).toEqual(['operator']);
  expect(kindsOf({ ...bare, paths, webhook }, false)).toEqual(['payment', 'checkout', 'massPayoutOrder']);
  expect(kindsOf(bare, false)).toEqual([]);
});

test('registration costs one POST for each path, and nothing through the test control API', () => {
  expect(postsToRegister({ ...bare, paths }, false)).toBe(3);
  expect(postsToRegister({ ...bare, paths, control: controlApi }, false)).toBe(0);
  expect(postsToRegister({ ...bare, paths }, true)).toBe(0);
});

test('the public address is the base; without it only a loopback target can reach us, by a random path', () => {
  expect(baseFor({ ...bare, webhook })).toEqual({ origin: 'https://hooks.example.com', own: '/in/0123456789abcdef' });
  expect(baseFor(bare)).toBeUndefined();
  const local = ['http://127.0.0.1:80', 'http://localhost:80', 'http://[::1]:80'].map((baseUrl) =>
    baseFor({ ...bare, baseUrl }),
  );
  expect(new Set(local.map((base) => base?.own)).size).toBe(3);
  for (const base of local) expect(base?.own).toMatch(/^\/[0-9a-f]{36}$/);
  expect(baseFor({ ...bare, baseUrl: 'http://127.0.0.1.example.com' })).toBeUndefined();
});

test('on a fixed port the path stays the same for the next run and the inbox, and hides the secret', () => {
  const local = {
    ...bare,
    baseUrl: 'http://127.0.0.1:80',
    webhook: { kinds: [], listen: { host: '127.0.0.1', port: 8700 } },
  };
  const { own } = baseFor(local) ?? {};
  expect(own).toMatch(/^\/[0-9a-f]{36}$/);
  expect(baseFor(local)?.own).toBe(own);
  expect(baseFor({ ...local, credentials: [{ ...account, secret: 'of another' }] })?.own).not.toBe(own);
});

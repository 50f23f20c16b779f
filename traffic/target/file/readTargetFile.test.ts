import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@playwright/test';
import { ConfigurationError, type Problem } from '../../system/configurationError.ts';
import { readTarget } from '../target.ts';
import { readTargetFile } from './readTargetFile.ts';

const head = `name: told
kind: vendor
baseUrl: https://api.example.com
envFile: told.env
credentials:
  - label: main
    tokenIdEnv: F_TOKEN
    secretEnv: F_SECRET
`;

const guess = '0123456789abcdef0123456789abcdef';

const variables = `F_TOKEN=TKN-main-1
F_SECRET=top-secret-1
F_HOOK=hook-secret-1
F_KEY=key-of-the-chain
F_RPC=https://node.example.com/rpc
F_REDIS=redis://:pass@127.0.0.1:6379
`;

/** Writes a YAML target file and its dotenv file into the test's folder; returns the path of the target file. */
function written(text: string): string {
  const path = test.info().outputPath('told.yaml');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  writeFileSync(test.info().outputPath('told.env'), variables);
  return path;
}

function problemsOf(read: () => unknown): { problems: readonly Problem[]; message: string } {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
  throw new Error('wanted a refusal');
}

const refusal = (text: string) => problemsOf(() => readTarget(written(text)));
const placesOf = (problems: readonly Problem[]) => problems.map(({ where, line }) => `${where}:${line}`);

test('the target has everything that a run needs from a complete file', () => {
  const target = readTarget(
    written(`${head}
quota: { postPerMinute: 20, windowSeconds: 0.3, redisEnv: F_REDIS }
webhook: { publicUrl: "https://hooks.example.com/in/${guess}", listen: { port: 8700 }, secretEnv: F_HOOK, kinds: [payment, checkout], unsigned: [checkout], source: 203.0.113.7 }
paths:
  checkout: "/v1/checkouts/{checkoutId}"
  webhooks: { payment: /v1/hooks }
levers:
  dashboard: { driver: drive.ts }
  chain: { blockchain: ETHEREUM, rpcUrlEnv: F_RPC, keyEnv: F_KEY }
pins: learned/here.json
`),
  );
  expect(target).toMatchObject({
    kind: 'vendor',
    quota: { post: 20, windowMs: 300, redisUrl: 'redis://:pass@127.0.0.1:6379' },
    webhook: {
      publicUrl: `https://hooks.example.com/in/${guess}`,
      listen: { host: '127.0.0.1', port: 8700 },
      secret: 'hook-secret-1',
      kinds: ['payment', 'checkout'],
      unsigned: ['checkout'],
    },
    facts: { webhookSource: '203.0.113.7' },
    paths: { checkout: '/v1/checkouts/{checkoutId}', webhooks: { payment: '/v1/hooks' } },
    dashboard: { driver: test.info().outputPath('drive.ts') },
    chain: { blockchain: 'ETHEREUM', rpcUrl: 'https://node.example.com/rpc', key: 'key-of-the-chain' },
    baselineFile: test.info().outputPath('learned', 'here.json'),
  });
  expect(target.quota.get).toBeUndefined();
  expect(JSON.stringify(target.facts)).not.toContain('pass@');
  expect(target.secrets.map(({ value }) => value)).toEqual(['top-secret-1', 'hook-secret-1', 'key-of-the-chain']);
});

const rates = [
  { kind: 'sandbox', quota: '', wanted: { post: 10, get: 300, windowMs: 60_000 } },
  { kind: 'sandbox', quota: 'quota: { postPerMinute: 20 }', wanted: { post: 20, get: 300, windowMs: 60_000 } },
  { kind: 'vendor', quota: '', wanted: { windowMs: 60_000 } },
  { kind: 'production', quota: 'quota: { getPerMinute: 5 }', wanted: { get: 5, windowMs: 60_000 } },
];

for (const { kind, quota, wanted } of rates)
  test(`a ${kind} with ${quota || 'no quota'} has its rate`, () => {
    const target = readTarget(written(`${head.replace('vendor', kind)}${quota}`));
    expect(target.quota).toEqual(wanted);
    expect(target.facts.quota).toEqual(wanted);
    expect(target.baselineFile).toBe(test.info().outputPath('told.state', 'pins.json'));
  });

test('the credential for main comes first, by its purpose, its label or its place', () => {
  const credential = (words: string) => `  - { tokenIdEnv: F_TOKEN, secretEnv: F_SECRET, ${words} }\n`;
  const labels = (...words: string[]) => {
    const text = `${head.split('credentials:')[0]}credentials:\n${words.map(credential).join('')}`;
    return readTarget(written(text)).credentials.map(({ label, purpose }) => `${label} ${purpose}`);
  };
  expect(labels('label: old, purpose: revoked', 'label: shop')).toEqual(['shop main', 'old revoked']);
  expect(labels('label: second', 'label: main')).toEqual(['main main', 'second second']);
  expect(labels('label: a', 'label: b, purpose: main')).toEqual(['b main', 'a undefined']);
  expect(labels('label: second')).toEqual(['second main']);
  const two = `${head}${credential('label: b, purpose: main')}`;
  expect(placesOf(refusal(two).problems)).toEqual(['/credentials/1:9']);
  const none = head.replace('label: main', 'label: old\n    purpose: revoked');
  expect(placesOf(refusal(none).problems)).toEqual(['/credentials:5']);
});

test('problems of schema, meaning and environment are reported together, each with its line', () => {
  const { problems, message } = refusal(`name: told
kind: toy
baseUrl: https://api.example.com/?key=do-not-repeat-me
credentials:
  - { label: main, tokenIdEnv: F_NOWHERE, secretEnv: F_NEITHER }
  - { label: main, tokenIdEnv: F_NOWHERE }
mockCards:
  failed: "4000000000000003"
  success: "4242424242424242"
quota: { postPerMinute: 0, redisEnv: F_REDIS_NOWHERE }
webhook: { publicUrl: "https://hooks.example.com", kinds: [letter] }
paths: { checkout: v1/checkouts, request: "/v1/requests/{id}" }
contract: https://spec.example.com/openapi.json
gaps:
  - { id: NOPE-1, reason: none }
  - { id: PAY, reason: no payments yet }
`);
  expect(placesOf(problems).toSorted()).toEqual([
    '$F_NEITHER:5',
    '$F_NOWHERE:5',
    '$F_REDIS_NOWHERE:10',
    '/baseUrl:3',
    '/contract:13',
    '/credentials/1/label:6',
    '/credentials/1/secretEnv:6',
    '/gaps/0/id:15',
    '/kind:2',
    '/mockCards/failed:8',
    '/paths/checkout:12',
    '/paths/request:12',
    '/quota/postPerMinute:10',
    '/webhook/kinds/0:11',
    '/webhook/listen/port:11',
    '/webhook/publicUrl:11',
  ]);
  for (const word of ['do-not-repeat-me', '4000000000000003']) expect(message).not.toContain(word);
  for (const { hint, wanted, seen } of problems)
    expect(Math.min(hint.length, wanted.length, seen.length)).toBeGreaterThan(0);
});

test('a loopback target may name the source of webhooks and nothing else about them', () => {
  const local = head.replace('https://api.example.com', 'http://127.0.0.1:1');
  expect(readTarget(written(`${local}webhook: { source: 127.0.0.1 }`)).facts.webhookSource).toBe('127.0.0.1');
  expect(placesOf(refusal(`${local}webhook: { kinds: [payment] }`).problems)).toEqual(['/webhook/publicUrl:9']);
});

test('every syntax error has its line, and none repeats the text', () => {
  const { problems, message } = refusal(`name: "\\q do-not-repeat-me"\nkind: *do-not-repeat-me\nname: again\n`);
  expect(problems.map(({ line }) => line)).toContain(2);
  expect(problems.length).toBeGreaterThan(1);
  expect(message).not.toContain('do-not');
});

test('one mock card cannot have both outcomes, and a sandbox window needs both allowances', () => {
  const cards = 'mockCards: { failed: "4242424242424242", success: "4242424242424242" }';
  const quota = 'quota: { postPerMinute: 2, windowSeconds: 6 }';
  const { problems } = refusal(`${head.replace('vendor', 'sandbox')}${cards}\n${quota}\n`);
  expect(placesOf(problems)).toEqual(['/mockCards/success:9', '/quota/getPerMinute:10']);
});

const secret = 'a3f51c0de9b84f6277d1';
const inlined: Readonly<Record<string, readonly [text: string, where: string]>> = {
  'a field of its name': [`${head}apiSecret: ${secret}`, '/apiSecret'],
  'a sample': [`${head}samples: { VA_QR: { accessToken: ${secret} } }`, '/samples/VA_QR/accessToken'],
  'the place of a variable': [head.replace('F_SECRET', secret), '/credentials/0/secretEnv'],
  'a token id in the place of a variable': [head.replace('F_TOKEN', 'TKN-secret'), '/credentials/0/tokenIdEnv'],
  'the field of a webhook': [
    `${head}webhook: { publicUrl: "https://h.example/${guess}", listen: { port: 1 }, kinds: [payment], secret: ${secret} }`,
    '/webhook/secret',
  ],
  'any text, where the environment knows it': [`${head}pins: top-secret-1.json`, '/pins'],
};

for (const [name, [text, where]] of Object.entries(inlined))
  test(`an inline secret in ${name} is refused and not repeated`, () => {
    const { problems, message } = refusal(text);
    expect(problems.map((problem) => problem.where)).toEqual([where]);
    for (const word of [secret, 'TKN-secret', 'top-secret-1']) expect(message).not.toContain(word);
  });

test('a file is checked without its variables', () => {
  expect(readTargetFile(written(head))).toMatchObject({ name: 'told', folder: dirname(written(head)) });
});

test('circular or endlessly growing aliases are refused', () => {
  expect(refusal(`${head}samples: &a { VA_QR: *a }\n`).problems.length).toBeGreaterThan(0);
  const grown = Array.from({ length: 12 }, (_, n) => `k${n}: &k${n} [${n ? `*k${n - 1},`.repeat(9) : 1}]`);
  expect(refusal(grown.join('\n')).problems.length).toBeGreaterThan(0);
});

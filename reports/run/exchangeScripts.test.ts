import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { assert, property, string } from 'fast-check';
import type { Verdict } from '../../judge/buildVerdict.ts';
import type { ExchangeLine, Line } from '../../traffic/journal/journalTypes.ts';
import { ownId } from '../../traffic/journal/ownIds.ts';
import type { CredentialFacts } from '../../traffic/target/targetFacts.ts';
import { writeExchangeScripts } from './exchangeScripts.ts';

type Request = ExchangeLine['request'];
type Scheme = Request['signature']['scheme'];

const baseUrl = 'https://api.example.com/base/';
const secret = 'top "secret" \\ with $(everything) `in` it\'s';
const tokenId = 'TKN-main-1';

const bodyOf = (text: string) => ({ text, bytes: Buffer.byteLength(text), sha256: '' });

function line(parts: Partial<Request> = {}, scheme: Scheme = 'signed'): ExchangeLine {
  return {
    kind: 'exchange',
    id: 'p0-1',
    requirement: 'OUT-02',
    purpose: 'defect',
    request: {
      method: 'POST',
      path: '/v1/user/payments/payin',
      headers: [
        ['Content-Type', 'application/json'],
        ['X-HMAC-SHA256-Signature', 'old-signature'],
        ['X-Salt', 'old-salt'],
      ],
      signature: { scheme, credential: 'main' },
      ...parts,
    },
    sentAt: '',
    sentNs: '0',
    receivedNs: '0',
  };
}

const idKey = 'a key of a run';

/** The line with which a run begins its journal, as far as scripts need it. */
const runLine = (credentials: readonly CredentialFacts[] = []) =>
  ({ kind: 'run', run: '20260101-020304-8cc66a', idKey, target: { credentials } }) as unknown as Line;

function verdictNaming(...exchanges: string[]): Verdict {
  const findings = [{ code: 'notRefused', wanted: 'a', seen: 'b', exchanges }];
  return { target: { name: 'told', kind: 'emulator', baseUrl }, requirements: [{ findings }] } as unknown as Verdict;
}

/** Writes the script of an exchange to the output folder of the test and returns its path. */
function scriptOf(exchange: ExchangeLine): string {
  const out = test.info().outputPath();
  mkdirSync(out, { recursive: true });
  writeExchangeScripts(verdictNaming(exchange.id), {
    exchanges: new Map([[exchange.id, exchange]]),
    lines: [runLine()],
    out,
  });
  return join(out, `exchange-${exchange.id}.sh`);
}

/** What curl received: its arguments, and the headers of its configuration. */
interface Given {
  args: string[];
  headers: Map<string, string>;
  status: number | null;
}

/** Runs a script with a fake curl that only records its input. */
function run(
  script: string,
  variables: Readonly<Record<string, string>> = { ASSAY_TOKEN_ID: tokenId, ASSAY_TOKEN_SECRET: secret },
): Given {
  const bin = test.info().outputPath('bin');
  mkdirSync(bin, { recursive: true });
  const curl = join(bin, 'curl');
  writeFileSync(curl, `#!/bin/sh\nfor one do printf '%s\\0' "$one"; done > "$TOLD.args"\ncat > "$TOLD.config"\n`);
  chmodSync(curl, 0o755);
  const recording = test.info().outputPath('told');
  for (const part of ['args', 'config']) writeFileSync(`${recording}.${part}`, '');
  const env = { PATH: `${bin}:${process.env['PATH']}`, TOLD: recording, ...variables };
  const { status } = spawnSync('sh', [script], { env, cwd: test.info().outputPath() });
  const lines = readFileSync(`${recording}.config`, 'utf8').split('\n').filter(Boolean);
  const headers = lines.map((text) => JSON.parse(text.replace(/^header = /, '')) as string);
  return {
    args: readFileSync(`${recording}.args`, 'utf8').split('\0').slice(0, -1),
    headers: new Map(headers.map((text) => [text.slice(0, text.indexOf(': ')), text.slice(text.indexOf(': ') + 2)])),
    status,
  };
}

const hasValidSyntax = (script: string) => spawnSync('sh', ['-n', script]).status === 0;

const after = ({ args }: Given, option: string) => args[args.indexOf(option) + 1];

/** Bodies that a careless script would execute, cut, or open a file for. */
const hostile = [
  '{"amount":1}',
  '',
  "'; touch pwned; '",
  "'\\''",
  '$(touch pwned)',
  '`touch pwned`',
  '$HOME',
  '"double" \\ \\n \\\\',
  'line\nbreak\r\nand \ttab\n\n',
  '@/etc/passwd',
  '-o pwned',
  '\u0001\u001b[31m',
  'déjà ☂ 𝄞',
  `${'x'.repeat(70_000)}é${'☂'.repeat(10_000)}`,
];

// The number separates titles that differ only in punctuation: Playwright would give their tests one folder.
for (const [index, body] of hostile.entries()) {
  test(`body ${index + 1}, ${JSON.stringify(body.slice(0, 30))} is sent unchanged, and signed`, () => {
    const script = scriptOf(line({ body: bodyOf(body) }));
    expect(hasValidSyntax(script)).toBe(true);
    const given = run(script);
    expect(given.status).toBe(0);
    expect(after(given, '--data-raw')).toBe(body);
    const salt = given.headers.get('X-Salt') ?? '';
    expect(salt).toMatch(/^[0-9a-f]{64}$/);
    expect(given.headers.get('X-Token-API-Id')).toBe(tokenId);
    const digest = createHmac('sha256', secret).update(body).update(salt).digest('hex');
    expect(given.headers.get('X-HMAC-SHA256-Signature')).toBe(digest);
    expect(readdirSync(test.info().outputPath())).not.toContain('pwned');
  });
}

test('any body is quoted correctly', () => {
  assert(
    property(string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (body) => {
      const script = scriptOf(line({ body: bodyOf(body) }, 'none'));
      expect(hasValidSyntax(script)).toBe(true);
      expect(after(run(script), '--data-raw')).toBe(body);
    }),
    { numRuns: 30 },
  );
});

test('method, content type and path are those of the exchange', () => {
  const path = "/v1/user/payments/../x?y=[1-3]&z={a,b}&q='";
  const headers: Request['headers'] = [['content-type', "text/plain; x='1'"]];
  const given = run(scriptOf(line({ method: 'PUT', path, headers, body: bodyOf('{}') })));
  expect(given.args.at(-1)).toBe(`https://api.example.com/base${path}`);
  expect(after(given, '--request')).toBe('PUT');
  expect(after(given, '--header')).toBe("Content-Type: text/plain; x='1'");
  expect(given.args).toEqual(expect.arrayContaining(['--path-as-is', '--globoff']));
});

test('a GET has no body and is signed over the empty text', () => {
  const given = run(scriptOf(line({ method: 'GET', path: '/v1/user/methods', headers: [] })));
  expect(given.args).not.toContain('--data-raw');
  expect(given.args).not.toContain('--header');
  const digest = createHmac('sha256', secret)
    .update(given.headers.get('X-Salt') ?? '')
    .digest('hex');
  expect(given.headers.get('X-HMAC-SHA256-Signature')).toBe(digest);
});

test('the simple scheme sends the secret from the environment, and no scheme sends nothing', () => {
  const simple = run(scriptOf(line({ body: bodyOf('{}') }, 'simple')));
  expect([...simple.headers]).toEqual([
    ['X-Token-API-Id', tokenId],
    ['X-Token-API-Secret', secret],
  ]);
  expect(run(scriptOf(line({ body: bodyOf('{}') }, 'none'))).headers.size).toBe(0);
});

test('without its variables a signing script sends nothing', () => {
  for (const scheme of ['simple', 'signed'] as const) {
    const given = run(scriptOf(line({}, scheme)), { ASSAY_TOKEN_ID: tokenId, ASSAY_TOKEN_SECRET: '' });
    expect(given.status).not.toBe(0);
    expect(given.args).toEqual([]);
  }
});

test('a script contains no secret and no old signature, and says what it cannot repeat', () => {
  const masked = line({
    body: bodyOf('{"cardNumber":"<card other 1>"}'),
    signature: { scheme: 'signed', fault: 'saltFirst', credential: 'main' },
  });
  const text = readFileSync(scriptOf(masked), 'utf8');
  for (const word of ['old-signature', 'old-salt', secret]) expect(text).not.toContain(word);
  expect(text).toContain('fault: saltFirst');
  expect(text).toContain('placeholders');
  const odd = line({ signature: { scheme: 'signed', manner: 'upperCase', credential: 'main' } });
  expect(readFileSync(scriptOf(odd), 'utf8')).toContain('another manner: upperCase');
  expect(readFileSync(scriptOf(line({ body: bodyOf('{"a":"<b>"}') })), 'utf8')).not.toContain('placeholders');
});

test('every exchange that a finding names gets a script, only for its owner', () => {
  const out = test.info().outputPath();
  mkdirSync(out, { recursive: true });
  const exchanges = new Map(['p0-1', 'p0-2', 'p0-3'].map((id) => [id, { ...line(), id }]));
  writeExchangeScripts(verdictNaming('p0-1', 'p0-3', 'p0-1', 'p9-9'), { exchanges, out });
  expect(readdirSync(out).toSorted()).toEqual(['exchange-p0-1.sh', 'exchange-p0-3.sh']);
  expect(statSync(join(out, 'exchange-p0-1.sh')).mode & 0o777).toBe(0o700);
});

test('a creation is sent with a new clientOrderId, unless the test was about its second use', () => {
  const id = ownId({ key: idKey, seed: 1 }, 'a payment');
  const text = `{"amount":1,"clientOrderId":"${id}"}`;
  const exchange = line({ body: bodyOf(text), clientOrderId: id });
  const script = scriptOf(exchange);
  const variables = { ASSAY_TOKEN_ID: tokenId, ASSAY_TOKEN_SECRET: secret };
  const sent = after(run(script), '--data-raw') ?? '';
  expect(sent).toMatch(/^\{"amount":1,"clientOrderId":"again-\d+-\d+"\}$/);
  const named = run(script, { ...variables, CLIENT_ORDER_ID: 'mine' });
  expect(after(named, '--data-raw')).toBe('{"amount":1,"clientOrderId":"mine"}');
  const second = { ...exchange, id: 'p0-2' };
  const out = test.info().outputPath();
  const exchanges = new Map([exchange, second].map((one) => [one.id, one]));
  writeExchangeScripts(verdictNaming('p0-2'), { exchanges, lines: [runLine()], out });
  expect(after(run(join(out, 'exchange-p0-2.sh')), '--data-raw')).toBe(text);
});

test('a script reads the variables that the target file names for the credential', () => {
  const out = test.info().outputPath();
  mkdirSync(out, { recursive: true });
  const credentials = [
    { label: 'shop', isTokenId: true, tokenIdEnv: 'SHOP_ID', secretEnv: 'SHOP_SECRET' },
    { label: 'odd', isTokenId: true, tokenIdEnv: '$(touch pwned)', secretEnv: 'x; touch pwned' },
  ];
  const scriptWith = (credential: string) => {
    const signature = { scheme: 'signed', credential } as const;
    const exchange = line({ body: bodyOf('{}'), account: credential, signature });
    writeExchangeScripts(verdictNaming(exchange.id), {
      exchanges: new Map([[exchange.id, exchange]]),
      out,
      lines: [runLine(credentials)],
    });
    return join(out, `exchange-${exchange.id}.sh`);
  };
  const script = scriptWith('shop');
  const text = readFileSync(script, 'utf8');
  expect(text).not.toContain('ASSAY_');
  expect(text).not.toContain('put that token in the environment');
  const sent = run(script, { SHOP_ID: tokenId, SHOP_SECRET: secret });
  expect(sent.headers.get('X-Token-API-Id')).toBe(tokenId);
  expect(run(script).status).not.toBe(0);
  for (const other of ['odd', 'unknown']) {
    const words = readFileSync(scriptWith(other), 'utf8');
    expect(words).toContain('ASSAY_TOKEN_SECRET');
    expect(words).not.toContain('pwned');
  }
});

test('no text of a foreign journal becomes a command, an option or a file of the script', () => {
  const pwned = "; touch pwned; $(touch pwned) `touch pwned` '; touch pwned; '\ntouch pwned\n-o pwned";
  for (const parts of [
    { method: pwned },
    { path: pwned },
    { origin: pwned },
    { account: pwned },
    { signature: { scheme: pwned, fault: pwned, manner: pwned, credential: pwned } },
    { clientOrderId: pwned, body: { ...bodyOf(pwned), bytes: pwned } },
    { headers: [['content-type', pwned]], body: bodyOf('{}') },
  ] as unknown as Partial<Request>[]) {
    const script = scriptOf(line(parts));
    run(script);
    const made = readdirSync(test.info().outputPath()).filter((name) => /pwned|touch/.test(name));
    expect(made, JSON.stringify(parts)).toEqual([]);
  }
  const out = test.info().outputPath('run');
  mkdirSync(out, { recursive: true });
  const away = { ...line(), id: '../../pwned' };
  writeExchangeScripts(verdictNaming(away.id), { exchanges: new Map([[away.id, away]]), out });
  expect(readdirSync(out)).toEqual([]);
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { stringify } from 'yaml';
import { ConfigurationError, type Problem } from '../system/configurationError.ts';
import { atMount, readTarget, type Target } from './target.ts';

type Members = Record<string, unknown>;

const secrets = { T_TOKEN: 'TKN-main-1', T_SECRET: 'top-secret-1', T_CONTROL: 'control-me' };

const valid: Members = {
  name: 'told',
  kind: 'sandbox',
  baseUrl: 'https://api.example.com/base/',
  envFile: 'told.env',
  credentials: [{ label: 'main', tokenIdEnv: 'T_TOKEN', secretEnv: 'T_SECRET' }],
};

/** Writes a target file and its dotenv file into the test's folder; returns the path of the target file. */
function written(content: unknown, variables: Members = secrets, name = 'target.json'): string {
  const path = test.info().outputPath(name);
  mkdirSync(dirname(path), { recursive: true });
  const lines = Object.entries(variables).map(([variable, value]) => `${variable}="${value}"`);
  writeFileSync(test.info().outputPath('told.env'), lines.join('\n'));
  writeFileSync(
    path,
    typeof content === 'string' ? content : name.endsWith('.json') ? JSON.stringify(content) : stringify(content),
  );
  return path;
}

/** Returns the problems of a target and the message that reports them. */
function refusal(source: string): { problems: readonly Problem[]; message: string; places: string[] } {
  try {
    readTarget(source);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { problems, message } = error;
    return { problems, message, places: problems.map(({ where }) => where) };
  }
  throw new Error('wanted a refusal');
}

test('a target file is read with its credentials from the dotenv file beside it', () => {
  const target = readTarget(written(valid));
  expect(target).toMatchObject({
    baseUrl: 'https://api.example.com/base',
    credentials: [{ label: 'main', tokenId: 'TKN-main-1', secret: 'top-secret-1' }],
    facts: { name: 'told', kind: 'sandbox', contract: 'own', gaps: [] },
    deadlines: { answerMs: 30_000, recoverMs: 10_000 },
    projects: [],
    samples: {},
  });
  expect(target.control).toBeUndefined();
  expect(target.contract).toBeUndefined();
});

test('a target file of any kind may declare a clock that runs may move', () => {
  const control = { url: 'https://api.example.com/control', tokenEnv: 'T_CONTROL' };
  const factsWith = (clock: object) =>
    readTarget(written({ ...valid, levers: { control: { ...control, ...clock } } })).facts;
  expect(factsWith({ clock: true })).toMatchObject({ kind: 'sandbox', clock: true });
  expect(factsWith({})).not.toHaveProperty('clock');
  expect(refusal(written({ ...valid, levers: { control: { ...control, clock: 'yes' } } })).places).toEqual([
    '/levers/control/clock',
  ]);
});

test('YAML is read like JSON', () => {
  const full = { ...valid, gaps: [{ id: 'PAY', reason: 'no payments yet' }], deadlines: { answerMs: 500 } };
  const json = readTarget(written(full));
  expect(readTarget(written(full, secrets, 'target.yaml'))).toEqual(json);
  expect(json.deadlines).toMatchObject({ answerMs: 500, visibleMs: 10_000 });
  expect(json.facts.gaps).toEqual(full.gaps);
});

test('the facts of a target for judgement hold no secret', () => {
  const cards = { failed: '4000000000000002', success: '4242424242424242' };
  const levers = { control: { url: 'http://127.0.0.1:9/control/', tokenEnv: 'T_CONTROL' } };
  const samples = { CC_VISAMC: { cardNumber: '4111111111111111', cardholder: 'ANNA BERG' } };
  const target = readTarget(written({ ...valid, mockCards: cards, levers, samples }));
  const known = ['top-secret-1', 'control-me', cards.failed, cards.success, '4111111111111111'];
  expect(target.secrets.map(({ value }) => value)).toEqual(known);
  for (const secret of known) expect(JSON.stringify(target.facts)).not.toContain(secret);
  expect(target.control).toEqual({ url: 'http://127.0.0.1:9/control', token: 'control-me' });
});

test('a separate contract is found beside the file, also for judgement', () => {
  const target = readTarget(written({ ...valid, contract: 'contract.yaml' }));
  const file = resolve(test.info().outputPath('contract.yaml'));
  expect([target.contract, target.facts.contract]).toEqual([file, file]);
});

test('all problems of a file are reported together, each with its place and a hint', () => {
  const { problems, places, message } = refusal(
    written({
      kind: 'toy',
      baseUrl: 'api.example.com',
      credentials: [{ label: '', tokenIdEnv: 'has space', extra: 1 }],
      mockCards: { failed: 4000, success: '40' },
      gaps: [{ id: 'PAY' }],
      deadlines: { answerMs: 5, finalMs: 1000.5 },
      unknown: true,
    }),
  );
  const wanted = [
    '/baseUrl',
    '/credentials/0/extra',
    '/credentials/0/label',
    '/credentials/0/secretEnv',
    '/credentials/0/tokenIdEnv',
    '/deadlines/answerMs',
    '/deadlines/finalMs',
    '/gaps/0/reason',
    '/kind',
    '/mockCards/failed',
    '/mockCards/success',
    '/name',
    '/unknown',
  ];
  expect(places.toSorted()).toEqual(wanted);
  for (const { where, hint } of problems) {
    expect(hint).not.toBe('');
    expect(message).toContain(where);
    expect(message).toContain(hint);
  }
});

test('every missing or weak variable is reported together, by name and without its value', () => {
  const credentials = [
    { label: 'main', tokenIdEnv: 'T_TOKEN', secretEnv: 'T_NONE' },
    { label: 'second', tokenIdEnv: 'T_EMPTY', secretEnv: 'T_WEAK' },
    { label: 'third', tokenIdEnv: 'T_BROKEN', secretEnv: 'T_FOREIGN' },
  ];
  const levers = { control: { url: 'http://127.0.0.1:9', tokenEnv: 'T_CONTROL' } };
  const variables = {
    T_TOKEN: 'TKN-main-1',
    T_EMPTY: '',
    T_WEAK: 'weak-77',
    T_BROKEN: 'TKN-broken\\n',
    T_FOREIGN: 'ключ-and-key',
  };
  const { places, message } = refusal(written({ ...valid, credentials, levers }, variables));
  expect(places).toEqual(['$T_NONE', '$T_EMPTY', '$T_WEAK', '$T_BROKEN', '$T_FOREIGN', '$T_CONTROL']);
  for (const value of ['weak-77', 'TKN-broken', 'ключ']) expect(message).not.toContain(value);
});

for (const name of ['secret', 'tokenSecret', 'apiToken', 'password']) {
  test(`an inline ${name} is refused and not repeated`, () => {
    const credentials = [{ label: 'main', tokenIdEnv: 'T_TOKEN', secretEnv: 'T_SECRET', [name]: 'do-not-repeat-me' }];
    const { problems, message } = refusal(written({ ...valid, credentials }));
    expect(problems).toMatchObject([{ where: `/credentials/0/${name}`, seen: 'an inline secret' }]);
    expect(problems[0]?.hint).toContain(`${name}Env`);
    expect(message).not.toContain('do-not-repeat-me');
  });
}

test('a secret in place of a variable name is refused and not repeated', () => {
  const credentials = [{ label: 'main', tokenIdEnv: 'T_TOKEN', secretEnv: 'do-not-repeat-me' }];
  const { places, message } = refusal(written({ ...valid, credentials }));
  expect(places).toEqual(['/credentials/0/secretEnv']);
  expect(message).not.toContain('do-not-repeat-me');
});

for (const address of [
  'api.example.com',
  'ftp://api.example.com',
  'https://',
  'https://user:do-not-repeat-me@api.example.com',
  'https://api.example.com/?key=do-not-repeat-me',
  'https://api.example.com/#top',
  'https://api.example.com/with a space',
  'https://api.example.com/déjà',
]) {
  test(`${address.replace('do-not-repeat-me', '…')} is not a base address`, () => {
    const inFile = refusal(written({ ...valid, baseUrl: address }));
    expect(inFile.places).toEqual(['/baseUrl']);
    expect(inFile.message).not.toContain('do-not-repeat-me');
    if (!address.startsWith('https:')) return;
    const bare = refusal(address);
    expect(bare.problems[0]?.hint).toContain('http');
    expect(bare.message).not.toContain('do-not-repeat-me');
  });
}

function setAll(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
}

/** Runs the work with these environment variables, and restores the environment afterwards. */
function inEnvironment<T>(variables: Readonly<Record<string, string | undefined>>, work: () => T): T {
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]));
  setAll(variables);
  try {
    return work();
  } finally {
    setAll(before);
  }
}

test('a bare address is a vendor with a credential from two variables, without control actions or gaps', () => {
  const variables = { ASSAY_TOKEN_ID: 'TKN-main-1', ASSAY_TOKEN_SECRET: 'top-secret-1' };
  const target: Target = inEnvironment(variables, () => readTarget('HTTP://127.0.0.1:8080/'));
  expect(target).toMatchObject({
    facts: { name: '127.0.0.1:8080', kind: 'vendor', gaps: [] },
    credentials: [{ label: 'main', tokenId: 'TKN-main-1', secret: 'top-secret-1' }],
  });
  expect(target.control).toBeUndefined();
  const none = { ASSAY_TOKEN_ID: undefined, ASSAY_TOKEN_SECRET: undefined };
  const { places } = inEnvironment(none, () => refusal('http://127.0.0.1:8080'));
  expect(places).toEqual(['$ASSAY_TOKEN_ID', '$ASSAY_TOKEN_SECRET']);
});

test('a variable that is already set overrides the dotenv file', () => {
  const target = inEnvironment({ T_SECRET: 'of-the-environment' }, () => readTarget(written(valid)));
  expect(target.credentials[0].secret).toBe('of-the-environment');
});

const unreadable: Readonly<Record<string, readonly [content: string, seen: RegExp]>> = {
  'broken JSON': ['{"name": ', /./],
  'broken YAML': ['name: [told', /./],
  'two documents': ['a: 1\n---\nb: 2\n', /multiple documents/],
  'an empty file': ['', /nothing/],
  'a bare text': ['told', /a text/],
  'a list': ['[]', /a list/],
  'a file that is no target file by its size': [`# ${'x'.repeat(1024 * 1024)}`, /more/],
};

for (const [name, [content, seen]] of Object.entries(unreadable)) {
  test(`${name} is refused as a whole`, () => {
    const { problems } = refusal(written(content, secrets, 'target.yaml'));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ where: '/', seen: expect.stringMatching(seen) });
  });
}

test('a missing file is misuse, and so is a missing dotenv file', () => {
  expect(refusal(test.info().outputPath('nowhere.json')).problems).toMatchObject([
    { hint: expect.stringContaining('address') },
  ]);
  expect(refusal(test.info().outputPath()).problems).toHaveLength(1);
  const { problems, message } = refusal(written({ ...valid, envFile: 'nowhere.env' }));
  expect(problems).toMatchObject([{ where: '/envFile', seen: 'ENOENT', hint: expect.stringContaining('envFile') }]);
  expect(message).toContain('nowhere.env');
});

test('a mounted target is the same at another path of its server', () => {
  const levers = { control: { url: 'https://api.example.com/base/control', tokenEnv: 'T_CONTROL' } };
  const target = readTarget(written({ ...valid, levers }));
  expect(atMount(target, undefined)).toBe(target);
  const instance = atMount(target, '~late');
  expect(instance.baseUrl).toBe('https://api.example.com/base/~late');
  expect(instance.control?.url).toBe('https://api.example.com/base/~late/control');
  expect(instance.facts).toMatchObject({ name: '~late', baseUrl: 'https://api.example.com/base/~late/' });
  expect(instance.credentials).toBe(target.credentials);
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { ConfigurationError } from '../../system/configurationError.ts';
import { readTarget } from '../target.ts';
import { withOverrides } from './applyOverrides.ts';
import { decideOverrides, overridesFrom } from './overrides.ts';

const file = `name: told
kind: sandbox
baseUrl: https://api.example.com
envFile: told.env
credentials:
  - { label: main, tokenIdEnv: F_TOKEN, secretEnv: F_SECRET }
`;

function written(): string {
  const path = test.info().outputPath('told.yaml');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, file);
  writeFileSync(test.info().outputPath('told.env'), 'F_TOKEN=TKN-main-1\nF_SECRET=top-secret-1\n');
  return path;
}

const names = ['ASSAY_SET', 'ASSAY_BASE_URL', 'ASSAY_CONTRACT', 'ASSAY_TOKEN_ID', 'ASSAY_TOKEN_SECRET'] as const;

/** Runs the work with only these of our variables set, and restores the environment afterwards. */
function inEnvironment<T>(variables: Partial<Record<(typeof names)[number], string>>, work: () => T): T {
  const before = names.map((name) => [name, process.env[name]] as const);
  const set = (name: string, value: string | undefined) => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  };
  for (const name of names) set(name, variables[name]);
  try {
    return work();
  } finally {
    for (const [name, value] of before) set(name, value);
  }
}

function withFlags(...flags: string[]) {
  const source = written();
  return inEnvironment({}, () => {
    decideOverrides(overridesFrom(flags, source));
    return readTarget(source);
  });
}

function refusal(work: () => unknown): { places: string[]; message: string } {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { places: error.problems.map(({ where }) => where), message: error.message };
  }
  throw new Error('wanted a refusal');
}

test('flags set existing and new fields, with the required type', () => {
  const target = withFlags(
    'quota.postPerMinute=20',
    'credentials.0.label=x',
    'name=2024',
    'mockCards.failed=4000000000000002',
    'mockCards.success="4242424242424242"',
    'projects.0.id=CAP-1',
    'projects.0.enabledAssets.0=TRON_USDT',
    'samples.CRYPTOCOIN/TRON.cryptoAddress=Tabc',
    'deadlines.answerMs=500',
  );
  expect(target).toMatchObject({
    facts: { name: '2024' },
    quota: { post: 20, get: 300 },
    mockCards: { failed: '4000000000000002', success: '4242424242424242' },
    projects: [{ id: 'CAP-1', enabledAssets: ['TRON_USDT'] }],
    samples: { 'CRYPTOCOIN/TRON': { cryptoAddress: 'Tabc' } },
    deadlines: { answerMs: 500 },
  });
  expect(target.credentials[0].label).toBe('x');
});

test('flags override the environment, and the environment the file', () => {
  const source = written();
  const variables = { ASSAY_BASE_URL: 'http://127.0.0.1:9', ASSAY_CONTRACT: 'mine.json' };
  const read = (...flags: string[]) =>
    inEnvironment(variables, () => {
      if (flags.length > 0) decideOverrides(overridesFrom(flags, source));
      return readTarget(source);
    });
  expect(read()).toMatchObject({ baseUrl: 'http://127.0.0.1:9', contract: resolve('mine.json') });
  expect(read('baseUrl=http://127.0.0.1:8')).toMatchObject({
    baseUrl: 'http://127.0.0.1:8',
    contract: resolve('mine.json'),
  });
});

test('a bare base address can be overridden, too', () => {
  const credentials = { ASSAY_TOKEN_ID: 'TKN-main-1', ASSAY_TOKEN_SECRET: 'top-secret-1' };
  const target = inEnvironment(credentials, () => {
    decideOverrides(overridesFrom(['kind=sandbox', 'gaps.0.id=SBX', 'gaps.0.reason=none'], 'http://127.0.0.1:8080'));
    return readTarget('http://127.0.0.1:8080');
  });
  expect(target).toMatchObject({ kind: 'sandbox', quota: { post: 10 }, facts: { gaps: [{ id: 'SBX' }] } });
});

test('variables for another target do not override the embedded emulator', () => {
  inEnvironment({ ASSAY_BASE_URL: 'http://127.0.0.1:9' }, () => {
    expect(overridesFrom([], undefined)).toEqual([]);
    expect(overridesFrom([], 'told.yaml')).toMatchObject([{ where: '$ASSAY_BASE_URL', value: 'http://127.0.0.1:9' }]);
  });
});

test('problems are reported together, by the flag that caused them', () => {
  const { places, message } = refusal(() =>
    withFlags(
      'quota.postPerMinute=many',
      'quota.perHour=3',
      'projects.0.name=shop',
      'credentials.7.label=x',
      'name.first=x',
      'gaps.0.id=NOPE-1',
      'gaps.0.reason=none',
      'credentials.0.secret=do-not-repeat-me',
      'constructor.name=x',
    ),
  );
  expect(new Set(places)).toEqual(
    new Set([
      '--set quota.postPerMinute',
      '--set quota.perHour',
      '--set projects.0.name',
      '--set credentials.7.label',
      '--set name.first',
      '--set gaps.0.id',
      '--set credentials.0.secret',
      '--set constructor.name',
    ]),
  );
  expect(message).not.toContain('do-not-repeat-me');
});

test('invalid flags are reported before anything is read, and not repeated', () => {
  for (const flag of ['do-not-repeat-me', '=do-not-repeat-me', '__proto__.x=1', 'a..b=1', 'name']) {
    const { places, message } = refusal(() => overridesFrom([flag], 'told.yaml'));
    expect(places).toEqual(['--set']);
    expect(message).not.toContain('do-not-repeat-me');
  }
  expect(refusal(() => overridesFrom(['quota.postPerMinute=[1]'], 'told.yaml')).places).toEqual([
    '--set quota.postPerMinute',
  ]);
});

test('without a target, schema problems of a flag are reported before a run', () => {
  const flags = ['quota.postPerMinute=0', 'nowhere=1', 'deadlines.answerMs=500', 'credentials.0.secretEnv=TKN-secret'];
  const { places, message } = refusal(() => overridesFrom(flags, undefined));
  expect(places).toEqual(['--set quota.postPerMinute', '--set nowhere', '--set credentials.0.secretEnv']);
  expect(message).not.toContain('TKN-secret');
});

test('a set field is present, and nothing else changes', () => {
  const part = fc.constantFrom('a', 'b', 'constructor', 'toString');
  const tree = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof({ maxDepth: 3 }, fc.integer(), fc.dictionary(part, tie('node'))),
  })).node;
  fc.assert(
    fc.property(fc.dictionary(part, tree), fc.array(part, { minLength: 1, maxLength: 4 }), (value, place) => {
      const before = structuredClone(value);
      const set = withOverrides(value, [{ where: 'x', place, value: 'set' }]);
      expect(value).toEqual(before);
      if (set.flaws.length > 0) return;
      const seen = place.reduce<unknown>((inside, name) => (inside as Record<string, unknown>)[name], set.value);
      expect(seen).toBe('set');
      expect({ ...(set.value as object), [place[0] ?? '']: 0 }).toEqual({ ...value, [place[0] ?? '']: 0 });
    }),
  );
});

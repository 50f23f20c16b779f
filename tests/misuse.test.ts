import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { assay } from './assay.ts';
import { test } from './launch.ts';
import { root } from './program.ts';

/** Runs a command that must be refused as misuse: exit code 2, nothing on standard output, no stack trace; gives its words. */
async function refused(words: readonly string[], folder: string): Promise<string> {
  const { code, stdout, stderr } = await assay(words, { folder });
  expect(code, stderr).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).not.toMatch(/^\s+at /m);
  return stderr;
}

const misuses = [
  {
    why: 'an id that no requirement has',
    words: ['run', '--only', 'PAY-12,NOPE-1'],
    told: /NOPE-1: .*See specs\/catalogue/,
  },
  { why: 'a selection of nothing', words: ['run', '--only', ','], told: /wanted the id of a requirement/ },
  { why: 'a seed that is no number', words: ['run', '--seed', 'abc'], told: /abc: wanted a whole number/ },
  {
    why: 'a target file that is not there',
    words: ['run', '--target', 'none.yaml'],
    told: /none\.yaml.*\n.*readable target/,
  },
  { why: 'a base address without a host', words: ['run', '--target', 'http://'], told: /wanted the base address/ },
  {
    why: 'an --out that no folder can be',
    words: ['run', '--out', '/dev/null/out'],
    told: /wanted a folder that can be/,
  },
  {
    why: 'a journal that is not there',
    words: ['judge', 'nowhere'],
    told: /wanted the journal of a run, found nothing/,
  },
  { why: 'an option that there is not', words: ['run', '--frobnicate'], told: /unknown option/ },
  { why: 'a command that there is not', words: ['frobnicate'], told: /unknown command/ },
];

for (const { why, words, told } of misuses)
  test(`refuses ${why}`, async ({ folder }) => {
    expect(await refused(words, folder)).toMatch(told);
  });

test('refuses a broken target file with all of its problems at once', async ({ folder }) => {
  const broken = {
    name: '',
    kind: 'toy',
    baseUrl: 'ftp://bank.example',
    secret: 'in the open',
    credentials: [{ label: 'main', tokenIdEnv: '1BAD' }],
    gaps: [{ id: 'PAY' }],
    deadlines: { answerMs: 1 },
  };
  writeFileSync(join(folder, 'broken.json'), JSON.stringify(broken));
  const told = await refused(['run', '--target', 'broken.json'], folder);
  for (const where of [
    '/name',
    '/kind',
    '/baseUrl',
    '/secret',
    '/credentials/0/tokenIdEnv',
    '/gaps/0',
    '/deadlines/answerMs',
  ])
    expect(told).toContain(`  ${where}: wanted`);
  expect(told).toContain("must have required property 'secretEnv'");
  expect(told).not.toContain('in the open');
});

test('refuses to write over an earlier run, whose journal it would continue', async ({ folder }) => {
  const out = join(folder, 'earlier');
  mkdirSync(out);
  writeFileSync(join(out, 'verdict.json'), '{"exit":0}');
  expect(await refused(['run', '--only', 'MTD', '--out', out], folder)).toContain('wanted a new or empty folder');
  expect(readFileSync(join(out, 'verdict.json'), 'utf8')).toBe('{"exit":0}');
});

test('refuses a journal that has no first line, and one that cannot be read', async ({ folder }) => {
  const journal = join(folder, 'journal');
  mkdirSync(journal);
  writeFileSync(join(journal, 'p0.ndjson'), '{"kind":"swept","atNs":"1","lines":0}\n');
  expect(await refused(['judge', journal], folder)).toContain('one without the line that says what run it is of');
  writeFileSync(join(journal, 'p0.ndjson'), 'no JSON\n');
  expect(await refused(['judge', folder], folder)).toContain('there is none at p0.ndjson:1');
});

test('refuses a contract that does not compile, with where', async ({ folder }) => {
  const place = join(folder, 'contract.json');
  const contract = JSON.parse(readFileSync(join(root, 'schemas', 'openapi.json'), 'utf8')) as {
    components: { schemas: Record<string, unknown> };
  };
  const schemas = {
    ...contract.components.schemas,
    Balance: { type: 'figure' },
    Exact: { type: 'string', pattern: '(' },
  };
  writeFileSync(place, JSON.stringify({ ...contract, components: { ...contract.components, schemas } }));
  const target = {
    name: 'a vendor',
    kind: 'vendor',
    baseUrl: 'http://127.0.0.1:9',
    credentials: [{ label: 'main', tokenIdEnv: 'HOSTILE_TOKEN', secretEnv: 'HOSTILE_SECRET' }],
    envFile: 'vendor.env',
    contract: 'contract.json',
  };
  writeFileSync(join(folder, 'vendor.env'), 'HOSTILE_TOKEN=TKN-00000000\nHOSTILE_SECRET=f00dfeedf00dfeed\n');
  writeFileSync(join(folder, 'with-contract.json'), JSON.stringify(target));
  const told = await refused(['run', '--target', 'with-contract.json'], folder);
  for (const pointer of ['#/components/schemas/Balance/type', '#/components/schemas/Exact'])
    expect(told).toContain(pointer);
});

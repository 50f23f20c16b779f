import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { assay, assayInto, requirementIn, verdictIn } from '../../support/product/assayCommand.ts';
import { test as base, once } from '../../support/product/productTest.ts';
import { verdictSchemaErrors } from '../../support/product/verdictSchema.ts';

base.describe.configure({ mode: 'default' });

const tiny = join(packageRoot, 'tests/support/client/tinyTestee.js');

/** The tiny testee with some words of its text replaced, in a folder. */
function brokenTestee(folder: string, [name, words, wrong]: readonly [string, string, string]): string {
  const text = readFileSync(tiny, 'utf8');
  expect(text).toContain(words);
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, text.replaceAll(words, wrong));
  return `node '${file}'`;
}

const test = base.extend<object, { conforming: () => ReturnType<typeof assayInto> }>({
  conforming: [
    async ({ sharedFolder: folder }, use) =>
      use(once(() => assayInto('conforming', ['client', '--testee', `node '${tiny}'`, '--seed', '7'], { folder }))),
    { scope: 'worker' },
  ],
});

/** The verdict without what differs between two judgements of one journal. */
const lasting = ({ header: { judgedAt: _, host: __, ...header }, ...verdict }: Verdict) => ({ ...verdict, header });

test('a conforming client passes, what it lacks is not applicable with the reason, and the verdict is one of ours', async ({
  conforming,
}) => {
  const { code, stdout, stderr, out } = await conforming();
  expect(code, stdout + stderr).toBe(0);
  expect(stdout.trim().split('\n')[0]).toBe('PASSED: nothing failed');
  expect(requirementIn(out, 'CLI-06')).toMatchObject({
    outcome: 'not applicable',
    findings: [{ seen: 'the testee does not offer the feature state' }],
  });
  expect(verdictSchemaErrors(out)).toEqual([]);
});

test('a journal is judged again to the same verdict, and holds no secret', async ({ conforming, folder }) => {
  const { out } = await conforming();
  const again = await assayInto('again', ['judge', out], { folder });
  expect(again.code, again.stderr).toBe(0);
  expect(lasting(verdictIn(again.out))).toEqual(lasting(verdictIn(out)));
  const journal = readFileSync(join(out, 'client.ndjson'), 'utf8');
  expect(journal).not.toMatch(/"secret":"(?!<)/);
  expect(journal).not.toMatch(/X-Token-API-Secret","(?!<)/i);
});

const broken = [
  ['salt', "randomBytes(32).toString('hex')", "'5a17'.repeat(16)", 'CLI-01'],
  ['plainId', 'if (texts.includes(operation)) return bytes.toString();', '', 'CLI-02'],
  ['floats', 'return String(value)', 'return String(Number(value))', 'CLI-04'],
  ['redirects', "redirect: 'manual'", "redirect: 'follow'", 'CLI-08'],
] as const;

for (const [name, words, wrong, id] of broken)
  test(`a client with the fault ${name} fails ${id}, with the command to repeat it`, {
    tag: id === 'CLI-04' ? [] : '@full',
  }, async ({ folder }) => {
    const command = brokenTestee(folder, [name, words, wrong]);
    const { code, stdout, out } = await assayInto(
      name,
      ['client', '--testee', command, '--only', id, '--seed', '7', '--scheme', id === 'CLI-08' ? 'simple' : 'signed'],
      { folder },
    );
    expect(code, stdout).toBe(1);
    expect(stdout.trim()).toMatch(/^FAILED: /);
    expect(stdout).toContain(`npx assay client --testee `);
    expect(stdout).toContain(`--only ${id} --seed 7`);
    expect(requirementIn(out, id)).toMatchObject({ outcome: 'fail', attribution: 'target' });
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toMatch(/<h4>(?:Call|Request) \w+ /);
  });

test('a known failure does not count, and is stale as soon as it passes', { tag: '@full' }, async ({ folder }) => {
  const command = brokenTestee(folder, ['known', 'if (texts.includes(operation)) return bytes.toString();', '']);
  const words = (testee: string) => ['client', '--testee', testee, '--only', 'CLI-02'];
  const first = await assayInto('first', words(command), { folder });
  const [print = ''] = (requirementIn(first.out, 'CLI-02').broken ?? []).map(({ fingerprint }) => fingerprint);
  const file = join(folder, 'known.yaml');
  writeFileSync(file, `# one failure\n- { id: CLI-02, fingerprint: ${print}, reason: in work, until: 2999-12-31 }\n`);
  const known = await assayInto('excused', [...words(command), '--known', file], { folder });
  expect(known.code, known.stdout).toBe(0);
  const stale = await assayInto('stale', [...words(`node '${tiny}'`), '--known', file], { folder });
  expect(stale.code, stale.stdout).toBe(2);
  expect(stale.stdout).toContain('Known failures, line 2: CLI-02 (in work) it passes now: remove the entry');
});

test('a testee that does not start is one halt, with what to do and its stderr', { tag: '@full' }, async ({
  folder,
}) => {
  const testees = {
    hangs: 'setInterval(() => {}, 1000)',
    exits: "console.error('no SDK here'); process.exit(1)",
    prints: "console.log('hello'); setInterval(() => {}, 1000)",
    floods: "setInterval(() => process.stdout.write('x'.repeat(1000000)), 1)",
  };
  for (const [name, script] of Object.entries(testees)) {
    const command = `node -e "${script}"`;
    const { code, stdout, out } = await assayInto(
      name,
      ['client', '--testee', command, '--deadline', '0.5', '--only', 'CLI-02'],
      { folder },
    );
    expect(code, stdout).toBe(2);
    expect(stdout).toMatch(/^\s*NOT DONE: The testee did not start: /);
    expect(stdout).toContain('npx assay client --testee');
    expect(stdout.includes('Its stderr ended with: no SDK here')).toBe(name === 'exits');
    expect(requirementIn(out, 'CLI-02')).toMatchObject({ outcome: 'not run', findings: [{ code: 'testeeLost' }] });
  }
});

test('there is no earlier run to compare a client with', async ({ folder }) => {
  const { code, stderr } = await assay(['client', '--testee', 'x', '--since', 'y'], { folder });
  expect([code, stderr]).toEqual([2, expect.stringContaining('--since')]);
});

test('misuse is refused before anything starts', { tag: '@full' }, async ({ folder }) => {
  for (const words of [
    [],
    ['--testee', ''],
    ['--testee', "'x"],
    ['--testee', 'x', '--only', 'PAY-12'],
    ['--testee', 'x', '--known', 'none.yaml'],
    ['--record', '--deadline', '3', '--', 'x'],
  ]) {
    const { code, stderr } = await assay(['client', ...words], { folder });
    expect(code, words.join(' ')).toBe(2);
    expect(stderr).toContain('expected');
  }
});

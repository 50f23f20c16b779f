import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { type CatalogueEntry, readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import { assay } from '../../support/product/assayCommand.ts';
import { test as base, once } from '../../support/product/productTest.ts';

base.describe.configure({ mode: 'default' });

const catalogue = readCatalogue();

const test = base.extend<object, { explained: () => Promise<ReadonlyMap<string, string>> }>({
  explained: [async ({ sharedFolder: folder }, use) => use(once(() => explainAll(folder))), { scope: 'worker' }],
});

/** Returns the explanation of each requirement by its id, all from one command. */
async function explainAll(folder: string): Promise<ReadonlyMap<string, string>> {
  const { code, stdout, stderr } = await assay(['explain', ...catalogue.map(({ id }) => id)], { folder });
  expect(code, stderr).toBe(0);
  const parts = stdout.split(/^npx assay run --only (\S+)\n/m);
  return new Map(parts.flatMap((part, index) => (index % 2 === 1 ? [[part, (parts[index - 1] ?? '').trim()]] : [])));
}

const linesFrom = (file: string, line: string) =>
  readFileSync(join(packageRoot, file), 'utf8')
    .split('\n')
    .slice(Number(line) - 1);

const lineAt = (file: string, line: string) => linesFrom(file, line)[0];

/** Returns the rest of the line that begins with this word. */
const said = (text: string, word: string) => new RegExp(`^${word} +(.*)$`, 'm').exec(text)?.[1] ?? '';

test('every requirement has an explanation that begins with its id and title', async ({ explained }) => {
  const explanations = await explained();
  expect([...explanations.keys()]).toEqual(catalogue.map(({ id }) => id));
  for (const { id, title } of catalogue) expect(explanations.get(id)?.split('\n')[0]).toBe(`${id}  ${title}`);
});

test('every explanation names a heading of interface.md and its line', async ({ explained }) => {
  for (const [id, text] of await explained()) {
    const [, words = '', file = '', line = ''] = /^§ (.+) \((.+):(\d+)\)$/.exec(said(text, 'text')) ?? [];
    const heading = /^#+ (.+)$/.exec(lineAt(file || 'README.md', line) ?? '')?.[1];
    expect(heading, `${id}: ${said(text, 'text')}`).toBeTruthy();
    expect(heading?.startsWith(words.split(/[,;]/)[0] ?? ''), `${id}: ${words} at ${heading}`).toBe(true);
  }
});

test('every explanation names the line of the test', async ({ explained }) => {
  for (const [id, text] of await explained()) {
    const [, file = '', line = ''] = /^(.+):(\d+)$/.exec(said(text, 'check')) ?? [];
    const [declaration = '', next = ''] = linesFrom(file, line);
    expect(declaration.trimStart(), id).toMatch(/^test\(/);
    expect(declaration + next, id).toContain(`'${id} `);
  }
});

test('every must names a mutant, every trace check its sources, every test its requests and costs', async ({
  explained,
}) => {
  const explanations = await explained();
  const expectedPattern: Readonly<Record<'law' | 'probe', RegExp>> = {
    law: /^probed +a trace check: .*\n +[A-Z]+-\d/m,
    probe: /^probed +a test: it requests(\n +(GET|POST) \/| what its combinations name\n)/m,
  };
  for (const { id, kind, law: isTraceCheck } of catalogue satisfies CatalogueEntry[]) {
    const text = explanations.get(id) ?? '';
    if (kind === 'must') expect(said(text, 'mutants'), id).toMatch(/^[a-z0-9-]+: \S/);
    expect(text, id).toMatch(expectedPattern[isTraceCheck ? 'law' : 'probe']);
    expect(said(text, 'costs'), id).toMatch(isTraceCheck ? /^nothing/ : /^\d+ POST and \d+ GET of its own/);
  }
});

test('list shows every requirement once, as text and as JSON, or one section', async ({ folder }) => {
  const text = await assay(['list'], { folder });
  expect(text.stdout.split('\n').flatMap((line) => /^[A-Z]+-\d+[a-z]?/.exec(line)?.[0] ?? [])).toEqual(
    catalogue.map(({ id }) => id),
  );
  const json = await assay(['list', 'MTD', '--json'], { folder });
  expect(JSON.parse(json.stdout)).toEqual(catalogue.filter(({ section }) => section === 'MTD'));
});

for (const command of ['list', 'explain'])
  test(`${command} refuses every name that no requirement has`, async ({ folder }) => {
    const { code, stdout, stderr } = await assay([command, 'PAY-12', 'NOPE-1', 'payment'], { folder });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    for (const name of ['NOPE-1', 'payment']) expect(stderr).toContain(`  ${name}: expected`);
    expect(stderr).toContain('assay list');
    expect(stderr).not.toMatch(/^\s+at /m);
  });

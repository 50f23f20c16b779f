import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { readCatalogue } from '../harness/catalogue.ts';
import type { Requirement } from '../harness/verdict.ts';
import { verdictIn } from './assay.ts';
import { test as base, once } from './launch.ts';
import { ended, root, start } from './program.ts';

base.describe.configure({ mode: 'default' });

const test = base.extend<object, { run: () => ReturnType<typeof runStart> }>({
  run: [async ({ folder }, use) => use(once(() => runStart(folder))), { scope: 'worker' }],
});

async function runStart(folder: string) {
  const out = join(folder, 'started');
  return { ...(await ended(start(['npm', 'start', '--', '--out', out], { folder: root }))), out };
}

test('npm start finds the embedded emulator sound, and ends with the verdict', async ({ run }) => {
  const { code, stdout, out } = await run();
  expect(code, stdout).toBe(0);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`exit 0: sound   ${out}/verdict.json`);
  expect(verdictIn(out).exit).toBe(0);
});

test('the catalogue lists the requirements of the specs, and what feeds each law', async ({ run }) => {
  const { out } = await run();
  const declared = JSON.parse(readFileSync(join(out, 'requirements.json'), 'utf8')) as Requirement[];
  const listed = readCatalogue();
  const told = ({ id, title, section, kind, basis, law }: Omit<Requirement, 'where'>) => ({
    id,
    title,
    section,
    kind,
    basis,
    law,
  });
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  expect(listed.map(told)).toEqual(declared.map(told).sort(byId));
  expect(listed.map(({ file }) => file)).toEqual(declared.sort(byId).map(({ where }) => where.replace(/:\d+$/, '')));
  for (const { id, law, fedBy = [] } of listed) expect(fedBy.length > 0, id).toBe(law);
});

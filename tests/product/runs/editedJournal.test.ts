import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { AssertionLine } from '../../../traffic/journal/journalTypes.ts';
import { assayInto, type Run } from '../../support/product/assayCommand.ts';
import { test as base, once } from '../../support/product/productTest.ts';

const test = base.extend<object, { claimed: () => Promise<Run> }>({
  claimed: [
    async ({ sharedFolder: folder }, use) =>
      use(once(() => assayInto('claimed', ['run', '--only', 'AUT-06'], { folder }))),
    { scope: 'worker' },
  ],
});

/** Copies the journal of a run and changes the arguments of its last assertion; returns the copy and the place of the change. */
function changed({ out }: Run, folder: string, wrong: (args: Record<string, unknown>) => unknown) {
  const copy = join(mkdtempSync(join(folder, 'changed-')), 'journal');
  cpSync(join(out, 'journal'), copy, { recursive: true });
  const file = join(copy, 'p0.ndjson');
  const lines = readFileSync(file, 'utf8').split('\n');
  const at = lines.findLastIndex((text) => text.startsWith('{"kind":"claim"'));
  const assertion = JSON.parse(lines[at] ?? '') as AssertionLine;
  const args = wrong(assertion.args as Record<string, unknown>);
  writeFileSync(file, lines.with(at, JSON.stringify({ ...assertion, args })).join('\n'));
  return { copy, oracle: assertion.oracle, place: `p0.ndjson:${at + 1} in ${copy}` };
}

const wrongs: Readonly<Record<string, (args: Record<string, unknown>) => unknown>> = {
  nothing: () => ({}),
  'a number for the exchange': (args) => ({ ...args, exchange: 5 }),
  'an exchange that is not there': (args) => ({ ...args, exchange: 'p0-99999' }),
  'null for the exchange': (args) => ({ ...args, exchange: null }),
};

for (const [at, [what, wrong]] of Object.entries(wrongs).entries())
  test(`a journal whose assertion names ${what} is refused with its line, not judged`, {
    tag: at === 0 ? [] : '@full',
  }, async ({ claimed, folder }) => {
    const { copy, oracle, place } = changed(await claimed(), folder, wrong);
    const { code, stdout, stderr, out } = await assayInto('judged', ['judge', copy], { folder });
    expect(code, stdout).toBe(2);
    expect(stderr).toContain(`expected args that ${oracle} can judge, got {`);
    expect(stderr).toContain(`at ${place}. Restore the file`);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(existsSync(out)).toBe(false);
  });

test('a journal that lost exchanges of its assertions is judged as far as possible', { tag: '@full' }, async ({
  claimed,
  folder,
}) => {
  const { copy } = changed(await claimed(), folder, (args) => ({ ...args, exchange: 'p0-99999' }));
  for (const file of readdirSync(copy).map((name) => join(copy, name)))
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^\{"kind":"(?:swept|closed)".*\n/gm, ''));
  const { stdout } = await assayInto('judged', ['judge', copy], { folder });
  expect(stdout).toMatch(/^exit [45]: /m);
});

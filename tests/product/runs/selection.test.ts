import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { closureOf, readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import { assayInto, verdictIn } from '../../support/product/assayCommand.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { test } from '../../support/product/productTest.ts';

const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');

const satisfied = ['pass', 'learned'];

/** Returns the requirements of a verdict that were selected. */
const judgedIn = (out: string) => verdictIn(out).requirements.filter(({ outcome }) => outcome !== 'not selected');

for (const id of ['PAY-12', 'MTD-01'])
  test(`Playwright's own --grep of ${id} judges it with evidence`, { tag: '@full' }, async ({ folder }) => {
    const out = join(folder, `grep-${id}`);
    const run = await ended(
      start(['node', cli, 'test', '--grep', `${id} `], { folder: packageRoot, env: { ASSAY_OUT: out } }),
    );
    expect(run.code, run.stdout + run.stderr).toBe(0);
    const judged = judgedIn(out);
    expect(judged.map((one) => one.id)).toEqual([id]);
    expect(judged[0]).toMatchObject({ outcome: 'pass', exchanges: expect.arrayContaining([expect.any(String)]) });
  });

test('--only accepts whole sections, and adds the tests that feed a trace check', async ({ folder }) => {
  const { code, out } = await assayInto('only', ['run', '--only', 'MTD-01,VER'], { folder });
  expect(code).toBe(0);
  const judged = judgedIn(out);
  const section = readCatalogue().filter((one) => one.section === 'VER');
  const asked = ['MTD-01', ...section.map(({ id }) => id)];
  expect(judged.map(({ id }) => id)).toEqual(closureOf(asked, readCatalogue()).sort());
  for (const { id, outcome } of judged) expect(satisfied, id).toContain(outcome);
});

test('without a browser what pages show is unverified with one line that says how to get one, and nothing is created for it', async ({
  folder,
}) => {
  const env = { ASSAY_BROWSER: join(folder, 'no-browser') };
  const { code, out } = await assayInto('blind', ['run', '--only', 'WID,CHK-13'], { folder, env });
  expect(code).toBe(4);
  const words = 'run `npx playwright install chromium`, or install the package chromium of your system';
  for (const { id, outcome, attribution, findings } of judgedIn(out))
    expect([outcome, attribution, findings[0]?.seen], id).toEqual([
      'unverified',
      'environment',
      expect.stringMatching(/^no browser: /),
    ]);
  expect(judgedIn(out)[0]?.findings[0]?.seen).toContain(words);
  expect(verdictIn(out).header.exchanges.post).toBeLessThanOrEqual(1);
});

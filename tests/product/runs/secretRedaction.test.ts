import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { TargetFile } from '../../../traffic/target/file/readTargetFile.ts';
import { drawnCards } from '../../../traffic/target/testCards.ts';
import { pass } from '../../support/network/proxy.ts';
import { serve } from '../../support/network/testServer.ts';
import { assayInto, verdictIn } from '../../support/product/assayCommand.ts';
import { test as base, once } from '../../support/product/productTest.ts';
import { echoes } from '../../support/product/secretEcho.ts';
import { leakingTextsOf } from '../../support/product/secretForms.ts';
import { startEmulator, targetFileLike } from '../../support/product/startEmulator.ts';
import { filesBelow } from '../../support/product/temporaryFolder.ts';

base.describe.configure({ mode: 'default' });

/** A secret that contains every character that some encoding changes. */
const secret = 'k7"Zq\\P/x+4=%&v~W;9mT<b>R#2d{H}j';
const tokenId = 'TKN-46eb0c5e-0a50-4a3f-9d6e-1b2c3d4e5f60';
const env = { ASSAY_EMULATOR_TOKEN_SECRET: secret, ASSAY_EMULATOR_TOKEN_ID: tokenId };

const test = base.extend<object, { run: () => ReturnType<typeof runEchoed> }>({
  run: [async ({ sharedFolder: folder }, use) => use(once(() => runEchoed(folder))), { scope: 'worker' }],
});

async function runEchoed(folder: string) {
  const service = await startEmulator({ folder, env, options: ['--mutant', 'search-not-verified'] });
  const front = await serve(pass(service.url, echoes(secret)));
  const target = targetFileLike(service.targetFile, 'echo', { baseUrl: front.url });
  const { mockCards } = JSON.parse(readFileSync(target, 'utf8')) as TargetFile;
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const how = { folder, env: { ...env, TMPDIR: temporary } };
  const run = await assayInto(
    'echoed',
    ['run', '--json', '--target', target, '--only', 'AUT-05,PIN-10,ERR-02a', '--seed', '1'],
    how,
  );
  await front.close();
  await service.stop();
  const judged = await assayInto('echoed-judged', ['judge', join(run.out, 'journal')], { folder });
  const verdict = verdictIn(run.out);
  const cards = [...Object.values(mockCards ?? {}), ...drawnCards(verdict.header.run.seed, mockCards)];
  return { run, judged, verdict, cards, temporary };
}

/** True if the text shows the leak; digits within a longer hexadecimal number, as of an address with many zeros, are no part of a card. */
const shows = (text: string, leak: string) =>
  text.includes(leak) && (!/^\d+$/.test(leak) || new RegExp(`(?<![0-9a-f])${leak}`).test(text));

test('a failing run on a target that repeats secrets and cards stores none of them', async ({ run }) => {
  const { run: ended, judged, cards, temporary } = await run();
  const files = [ended.out, judged.out, temporary].flatMap(filesBelow);
  const printed = [ended, judged].flatMap(({ stdout, stderr }) => [stdout, stderr]);
  const written = [
    ...files.map((file) => [file, readFileSync(file, 'latin1')] as const),
    ['printed', printed.join('\n')] as const,
  ];
  expect(files.some((file) => file.endsWith('.sh'))).toBe(true);
  const leaks = [secret, tokenId, tokenId.slice(4), ...cards].flatMap(leakingTextsOf);
  const found = written.flatMap(([file, text]) => {
    const lower = text.toLowerCase();
    return leaks.filter((leak) => shows(lower, leak)).map((leak) => `${file}: ${leak}`);
  });
  expect(found).toEqual([]);
});

test('everything that a run writes is readable only by its owner', async ({ run }) => {
  const { run: ended, judged } = await run();
  const files = [ended.out, judged.out].flatMap(filesBelow);
  for (const name of ['verdict.json', 'junit.xml', 'summary.md', 'requirements.json'])
    expect(files).toContain(join(ended.out, name));
  expect(files.filter((file) => (statSync(file).mode & 0o077) !== 0)).toEqual([]);
});

test('the same run records that secrets were there', async ({ run }) => {
  const { run: ended } = await run();
  const journal = filesBelow(join(ended.out, 'journal')).map((file) => readFileSync(file, 'utf8'));
  expect(journal.join('')).toContain('your secret is <secret of main>');
});

test('a run on a mutant fails, and its journal gets the same verdict without the target', async ({ run }) => {
  const { run: ended, judged, verdict } = await run();
  expect(ended.code).toBe(1);
  expect(verdict.requirements.find(({ id }) => id === 'AUT-05')).toMatchObject({
    outcome: 'fail',
    attribution: 'target',
  });
  const { header: _, ...rest } = verdict;
  const { header: __, ...same } = verdictIn(judged.out);
  expect(same).toEqual(rest);
  expect(judged.code).toBe(1);
});

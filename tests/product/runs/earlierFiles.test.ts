import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import type { TargetFile } from '../../../traffic/target/file/targetFile.ts';
import { assayInto, requirementIn, verdictIn } from '../../support/product/assayCommand.ts';
import { test } from '../../support/product/productTest.ts';
import { startEmulator } from '../../support/product/startEmulator.ts';

/** Files of an earlier version: the journal of a run on a mutant, its verdict in short form, a target file with its companion files, and findings. */
const earlier = join(packageRoot, 'tests/support/earlier');

const neighbours = ['pins.json', 'past.json', 'experiments.json', 'findings.ndjson'];

/** Copies the stored target file and its companion files to this folder, adapted to the emulator of the given target file. */
function restoredTarget(folder: string, fresh: string): string {
  const there = JSON.parse(readFileSync(fresh, 'utf8')) as TargetFile;
  const text = readFileSync(join(earlier, 'target.json'), 'utf8');
  const stored = JSON.parse(text) as TargetFile;
  const projects = (stored.projects ?? []).map(({ id }, index) => [id, there.projects?.[index]?.id ?? ''] as const);
  const renamed = [[stored.baseUrl, there.baseUrl] as const, ...projects];
  const target = join(folder, 'earlier.json');
  writeFileSync(
    target,
    renamed.reduce((all, [from, to]) => all.replaceAll(from, to), text),
  );
  for (const name of neighbours) copyFileSync(join(earlier, `target.${name}`), join(folder, `earlier.${name}`));
  return target;
}

test('a journal of an earlier version gets the same verdict as then', async ({ folder }) => {
  const journal = join(folder, 'journal');
  mkdirSync(journal);
  for (const name of readdirSync(join(earlier, 'journal')))
    writeFileSync(join(journal, name.replace(/\.gz$/, '')), gunzipSync(readFileSync(join(earlier, 'journal', name))));
  const { code, stderr, out } = await assayInto('judged', ['judge', journal], { folder });
  expect(code, stderr).toBe(1);
  const judged = verdictIn(out).requirements.map(({ id, outcome, attribution, findings = [] }) => ({
    id,
    outcome,
    ...(attribution && { attribution }),
    codes: findings.map((one) => one.code),
  }));
  const stored = JSON.parse(readFileSync(join(earlier, 'verdict.json'), 'utf8')) as typeof judged;
  const known = new Set(stored.map(({ id }) => id));
  expect(judged.filter(({ id }) => known.has(id))).toEqual(stored);
  const later = judged.filter(({ id }) => !known.has(id));
  expect(later.filter(({ outcome }) => outcome !== 'not selected')).toEqual([]);
});

test('a target file of an earlier version works with its companion files, and its finding shows again', {
  tag: '@full',
}, async ({ folder }) => {
  const options = ['--control', '--mutant', 'checkout-without-page'];
  const service = await startEmulator({ folder, options });
  const target = restoredTarget(folder, service.targetFile);
  const found = readFileSync(join(folder, 'earlier.findings.ndjson'), 'utf8').split('\n', 3)[2] ?? '';
  const { fingerprint } = (JSON.parse(found) as { found: { fingerprint: string } }).found;
  const shown = await assayInto('shown', ['replay', fingerprint, '--times', '1', '--target', target], { folder });
  expect(shown.stdout, shown.stderr).toMatch(/^shown in 1 of 1 tries$/m);
  expect(shown.code).toBe(1);
  const { code, stderr, out } = await assayInto('run', ['run', '--only', 'PAY-10c', '--target', target], { folder });
  await service.stop();
  expect(code, stderr).toBe(0);
  expect(requirementIn(out, 'PAY-10c').outcome).toBe('pass');
});

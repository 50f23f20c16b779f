import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { Forecast } from '../../../runner/selection/forecast.ts';
import { assay, assayInto, verdictIn } from '../../support/product/assayCommand.ts';
import { test } from '../../support/product/productTest.ts';

const only = ['--only', 'AUT-04'];

test('run --json prints only its verdict, and appends to the page of CI', { tag: '@full' }, async ({
  folder,
  service,
}) => {
  const page = join(folder, 'page.md');
  writeFileSync(page, 'what was there\n');
  const env = { GITHUB_STEP_SUMMARY: page };
  const words = ['run', '--json', '--target', service.targetFile, ...only];
  const { code, stdout, stderr, out } = await assayInto('json', words, { folder, env });
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout) as Verdict).toEqual(verdictIn(out));
  expect(stderr).toContain('exit 0: nothing failed');
  expect(readFileSync(page, 'utf8')).toBe(`what was there\n${readFileSync(join(out, 'summary.md'), 'utf8')}`);
});

test('plan --json prints only its forecast, and writes no page', async ({ folder, service }) => {
  const page = join(folder, 'untouched.md');
  writeFileSync(page, '');
  const env = { GITHUB_STEP_SUMMARY: page };
  const words = ['plan', '--json', '--target', service.targetFile, ...only, '--day', '2026-01-01'];
  const { code, stdout, stderr } = await assay(words, { folder, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { sections, posts, gets, ...rest } = JSON.parse(stdout) as Forecast & { selection: object };
  expect(rest.selection).toMatchObject({ day: '2026-01-01', asked: ['AUT-04'], only: ['AUT-04'] });
  expect({ posts, gets }).toEqual({
    posts: sections.reduce((sum, one) => sum + one.posts, 0),
    gets: sections.reduce((sum, one) => sum + one.gets, 0),
  });
  expect(readFileSync(page, 'utf8')).toBe('');
});

test('a misuse with --json leaves standard output empty', async ({ folder }) => {
  for (const command of ['run', 'plan']) {
    const { code, stdout, stderr } = await assay([command, '--json', '--only', 'NOPE'], { folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('NOPE: expected');
  }
});

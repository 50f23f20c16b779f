import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { verdictIn } from '../../support/product/assayCommand.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { test } from '../../support/product/productTest.ts';

const npm = { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };

test('the packed product runs in a folder without other packages', { tag: '@full' }, async ({ folder }) => {
  const packed = await ended(start(['npm', 'pack', '--pack-destination', folder], { folder: packageRoot, env: npm }));
  expect(packed.code, packed.stderr).toBe(0);
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const installed = await ended(start(['npm', 'install', '--omit=dev', `./${file}`], { folder, env: npm }));
  expect(installed.code, installed.stderr).toBe(0);
  expect(installed.stderr).not.toContain('EBADENGINE');
  const assay = (...words: string[]) => ended(start([join(folder, 'node_modules/.bin/assay'), ...words], { folder }));
  expect(await assay('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage: assay') });
  const out = join(folder, 'out');
  const run = await assay('run', '--only', 'PAY-12', '--out', out);
  expect(run.code, run.stdout + run.stderr).toBe(0);
  expect(verdictIn(out).requirements.find(({ id }) => id === 'PAY-12')?.outcome).toBe('pass');
});

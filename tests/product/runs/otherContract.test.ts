import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { stringify } from 'yaml';
import { loadContract } from '../../../schemas/load/contract.ts';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { assayInto, verdictIn } from '../../support/product/assayCommand.ts';
import { test } from '../../support/product/productTest.ts';
import { targetFileLike } from '../../support/product/startEmulator.ts';

test('a run judges by the contract that its target file names, and so does judging its journal', {
  tag: '@full',
}, async ({ sharedFolder: folder, service }) => {
  const contract = JSON.parse(readFileSync(join(packageRoot, 'schemas', 'openapi.json'), 'utf8')) as { info: object };
  const titled = { ...contract, info: { ...contract.info, title: 'Another contract' } };
  mkdirSync(join(folder, 'contracts'));
  writeFileSync(join(folder, 'contracts', 'other.yaml'), stringify(titled, { aliasDuplicateObjects: false }));
  const target = targetFileLike(service.targetFile, 'other', { contract: 'contracts/other.yaml' });
  const run = await assayInto('by-contract', ['run', '--target', target, '--only', 'MTD-01'], { folder });
  expect(run.code, run.stdout).toBe(0);
  const { fingerprint } = await loadContract(join(folder, 'contracts', 'other.yaml'));
  expect(verdictIn(run.out).contract).toBe(fingerprint);
  expect(fingerprint).not.toBe((await loadContract()).fingerprint);
  const judged = await assayInto('by-contract-judged', ['judge', run.out], { folder });
  expect(judged.code).toBe(0);
  expect(verdictIn(judged.out).contract).toBe(fingerprint);
});

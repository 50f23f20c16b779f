import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { fileNames } from './fileNames.ts';

for (const [path, seen] of [
  ['harness/utils.ts', 'utils'],
  ['harness/util.test.ts', 'util'],
  ['harness/textHelpers.ts', 'Helpers'],
  ['harness/common/text.ts', 'common'],
  ['harness/misc.d.ts', 'misc'],
  ['harness/Client.ts', 'Client'],
  ['harness/pay-in.ts', 'pay-in'],
  ['harness/_client.ts', '_client'],
] as const) {
  test(`convicts ${path}`, () => {
    expect(violationsIn(fileNames, { [path]: '' })).toEqual([`${path}:1 "${seen}"`]);
  });
}

for (const path of [
  'harness/massPayout.test.ts',
  'playwright.config.ts',
  'harness/commonality.ts',
  'README.md',
  'reports/out-of-ts.css',
]) {
  test(`acquits ${path}`, () => {
    expect(violationsIn(fileNames, { [path]: '' })).toEqual([]);
  });
}

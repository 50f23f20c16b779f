import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { fileNames } from './fileNames.ts';

for (const [path, seen] of [
  ['runner/utils.ts', 'utils'],
  ['runner/util.test.ts', 'util'],
  ['runner/textHelpers.ts', 'Helpers'],
  ['runner/common/text.ts', 'common'],
  ['runner/misc.d.ts', 'misc'],
  ['runner/Client.ts', 'Client'],
  ['runner/pay-in.ts', 'pay-in'],
  ['runner/_client.ts', '_client'],
] as const) {
  test(`convicts ${path}`, () => {
    expect(violationsIn(fileNames, { [path]: '' })).toEqual([`${path}:1 "${seen}"`]);
  });
}

for (const path of [
  'runner/massPayout.test.ts',
  'playwright.config.ts',
  'runner/commonality.ts',
  'README.md',
  'reports/out-of-ts.css',
]) {
  test(`acquits ${path}`, () => {
    expect(violationsIn(fileNames, { [path]: '' })).toEqual([]);
  });
}

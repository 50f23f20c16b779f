import { expect } from '@playwright/test';
import { assayInto, requirementIn } from '../../support/product/assayCommand.ts';
import { test } from '../../support/product/productTest.ts';
import { startEmulator } from '../../support/product/startEmulator.ts';

/** interface.md § Payments: what a pay-in requires, for one account as for another. */
test('a fault that only another account sees is found where the account takes part, and in the stored journal', async ({
  folder,
}) => {
  const options = ['--control', '--mutant', 'corner:amount-defaults-to-minimum~account~account~is~second'];
  const { targetFile } = await startEmulator({ folder, options });
  const words = ['--target', targetFile, '--profile', 'full', '--only', 'PIN-02', '--seed', '1'];
  const full = await assayInto('full', ['run', ...words], { folder });
  expect(full.code, full.stderr).toBe(1);
  expect(requirementIn(full.out, 'PIN-02')).toMatchObject({ outcome: 'fail', attribution: 'target' });
  expect(requirementIn(full.out, 'PIN-02')?.findings?.[0]?.seen).toContain('as the account second');
  const again = await assayInto('judged', ['judge', full.out], { folder });
  expect(again.code, again.stderr).toBe(1);
  expect(requirementIn(again.out, 'PIN-02')?.findings).toEqual(requirementIn(full.out, 'PIN-02')?.findings);
  // Nothing names the account, so that nothing is sent as it.
  const alone = await assayInto('alone', ['run', ...words, '--set', 'credentials.3.takesPart=false'], { folder });
  expect(alone.code, alone.stderr).toBe(0);
});

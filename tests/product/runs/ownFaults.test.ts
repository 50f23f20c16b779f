import { expect } from '@playwright/test';
import { entryCommand } from '../../../schemas/packageRoot.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { test } from '../../support/product/productTest.ts';

const misfit = ['node', ...entryCommand('tests/support/programs/faultyCommand.ts')];

for (const [way, words] of [
  ['throws later', 'SyntaxError'],
  ['rejects', 'nobody waits for it'],
  ['tells of an error that nobody hears', 'ECONNREFUSED'],
  ['waits for what never comes', 'the process ended before its work was done'],
] as const)
  test(`a command that ${way} ends with the exit code of an own error, and says so`, async ({ folder }) => {
    const { code, stderr } = await ended(start([...misfit, way], { folder }));
    expect(stderr).toContain('a fault of Assay itself: ');
    expect(stderr).toContain(words);
    expect(code).toBe(5);
  });

test('a command that ends normally exits with 0, also if its reader stopped reading', async ({ folder }) => {
  expect(await ended(start([...misfit, 'ends well'], { folder }))).toEqual({ code: 0, stdout: '', stderr: '' });
  const child = start([...misfit, 'has no reader'], { folder });
  child.stdout?.once('data', () => child.stdout?.destroy());
  const [code] = await new Promise<[number | null]>((resolve) => child.once('exit', (one) => resolve([one])));
  expect(code).toBe(0);
});

import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { bannedCalls } from './bannedCalls.ts';

for (const [path, text, seen] of [
  ['runner/a.test.ts', 'await new Promise((done) => setTimeout(done, 100));', 'setTimeout'],
  ['specs/a.spec.ts', 'await page.waitForTimeout(100);', 'page.waitForTimeout'],
  ['runner/a.ts', 'const a = Math.random();', 'Math.random'],
  ['runner/a.ts', 'const a = globalThis.Math.random;', 'Math.random'],
  ['emulator/domain/ids.ts', 'const a = Math.random();', 'Math.random'],
  ['runner/a.ts', "console.log('a');", 'console.log'],
  ['runner/a.ts', 'promise.catch(console.error);', 'console.error'],
  ['emulator/instance/instance.ts', "console.log('a');", 'console.log'],
  ['specs/a.spec.ts', "test.only('a', () => {});", 'test.only'],
  ['runner/a.test.ts', "test.describe.only('a', () => {});", 'test.describe.only'],
  ['runner/a.test.ts', "test.skip('a', () => {});", 'test.skip'],
  ['runner/a.test.ts', 'test.skip();', 'test.skip'],
  ['runner/a.test.ts', "test.skip(isClosed, '');", 'test.skip'],
  ['runner/a.test.ts', 'test.fixme(isClosed);', 'test.fixme'],
] as const) {
  test(`convicts ${path} of ${text}`, () => {
    expect(violationsIn(bannedCalls, { [path]: text })).toEqual([`${path}:1 ${seen}`]);
  });
}

for (const [path, text] of [
  ['runner/a.test.ts', 'test.setTimeout(120_000); testInfo.setTimeout(1); const text = "setTimeout(done)";'],
  ['runner/a.ts', 'setTimeout(stop, 100);'],
  ['emulator/main.ts', "console.log('a');"],
  ['scripts/a.ts', "console.log('a');"],
  ['reports/run/formats/console.ts', "console.log('a');"],
  ['runner/a.test.ts', "test.skip(isClosed, 'the door is closed'); testInfo.skip(true, gap.reason);"],
  ['runner/a.test.ts', 'cursor.skip(3); const { only } = journal;'],
] as const) {
  test(`acquits ${path} of ${text}`, () => {
    expect(violationsIn(bannedCalls, { [path]: text })).toEqual([]);
  });
}

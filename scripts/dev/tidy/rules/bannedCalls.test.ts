import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { bannedCalls } from './bannedCalls.ts';

for (const [path, text, seen] of [
  ['harness/a.test.ts', 'await new Promise((done) => setTimeout(done, 100));', 'setTimeout'],
  ['specs/a.spec.ts', 'await page.waitForTimeout(100);', 'page.waitForTimeout'],
  ['specs/a.spec.ts', "import { setTimeout as sleep } from 'timers/promises';", 'node:timers/promises'],
  ['harness/a.ts', 'const a = Math.random();', 'Math.random'],
  ['harness/a.ts', 'const a = globalThis.Math.random;', 'Math.random'],
  ['emulator/rules/a.ts', 'const a = Math.random();', 'Math.random'],
  ['harness/a.ts', "console.log('a');", 'console.log'],
  ['harness/a.ts', 'promise.catch(console.error);', 'console.error'],
  ['emulator/instance/instance.ts', "console.log('a');", 'console.log'],
  ['specs/a.spec.ts', "test.only('a', () => {});", 'test.only'],
  ['harness/a.test.ts', "test.describe.only('a', () => {});", 'test.describe.only'],
  ['harness/a.test.ts', "test.skip('a', () => {});", 'test.skip'],
  ['harness/a.test.ts', 'test.skip();', 'test.skip'],
  ['harness/a.test.ts', "test.skip(isClosed, '');", 'test.skip'],
  ['harness/a.test.ts', 'test.fixme(isClosed);', 'test.fixme'],
] as const) {
  test(`convicts ${path} of ${text}`, () => {
    expect(violationsIn(bannedCalls, { [path]: text })).toEqual([`${path}:1 ${seen}`]);
  });
}

for (const [path, text] of [
  ['harness/a.test.ts', 'test.setTimeout(120_000); testInfo.setTimeout(1); const text = "setTimeout(done)";'],
  ['harness/a.ts', 'setTimeout(stop, 100);'],
  ['emulator/domain/ids.ts', 'const a = Math.random();'],
  ['emulator/main.ts', "console.log('a');"],
  ['scripts/a.ts', "console.log('a');"],
  ['reports/terminal.ts', "console.log('a');"],
  ['harness/a.test.ts', "test.skip(isClosed, 'the door is closed'); testInfo.skip(true, gap.reason);"],
  ['harness/a.test.ts', 'cursor.skip(3); const { only } = journal;'],
] as const) {
  test(`acquits ${path} of ${text}`, () => {
    expect(violationsIn(bannedCalls, { [path]: text })).toEqual([]);
  });
}

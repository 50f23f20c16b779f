import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { defaultExports } from './defaultExports.ts';

for (const text of ['export default 1;', 'export default function a() {}', 'const a = 1;export { a as default };']) {
  test(`convicts ${text}`, () => {
    expect(violationsIn(defaultExports, { 'runner/a.ts': text })).toEqual(['runner/a.ts:1 export default']);
  });
}

test('acquits configurations and what they name', () => {
  const door = 'export default class Door {}';
  const config = "export default { globalSetup: './runner/session/setup.ts', reporter: [['./reports/lines.ts']] };";
  const files = {
    'playwright.config.ts': config,
    'tests/playwright.fleet.config.ts': 'export default {};',
    'runner/session/setup.ts': door,
    'reports/lines.ts': door,
  };
  expect(violationsIn(defaultExports, files)).toEqual([]);
});

test('does not take an import of a configuration for a name', () => {
  const files = {
    'playwright.config.ts': "import base from './runner/base.ts';",
    'runner/base.ts': 'export default 1;',
  };
  expect(violationsIn(defaultExports, files)).toEqual(['runner/base.ts:1 export default']);
});

import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { layersRule } from './layers.ts';

/** Path, its only line, and whether the import table forbids it. */
const forbidden: readonly (readonly [path: string, text: string, seen: string])[] = [
  ['schemas/a.ts', "import { b } from '../harness/b.ts';", 'harness/b.ts'],
  ['schemas/a.ts', "import type { Agent } from 'undici';", 'undici'],
  ['schemas/a.ts', "import net from 'net';", 'node:net'],
  ['schemas/a.ts', "await fetch('http://localhost');", 'fetch'],
  ['generators/a.ts', "import { b } from '../harness/b.ts';", 'harness/b.ts'],
  ['generators/a.ts', 'const at = Date.now();', 'Date.now'],
  ['generators/a.ts', 'const at = new Date();', 'new Date'],
  ['generators/a.ts', 'const draw = Math.random;', 'Math.random'],
  ['generators/a.ts', 'const id = globalThis.crypto.randomUUID();', 'crypto.randomUUID'],
  ['harness/a.ts', "import type { b } from '../generators/b.ts';", 'generators/b.ts'],
  ['harness/a.ts', "const b = await import('../fuzzer/b.ts');", 'fuzzer/b.ts'],
  ['harness/a.ts', "export * from '../specs/b.spec.ts';", 'specs/b.spec.ts'],
  ['harness/oracles/a.ts', "import { send } from '../client.ts';", 'traffic/transport/client.ts'],
  ['harness/oracles/a.ts', "type Send = import('../client.ts').Send;", 'traffic/transport/client.ts'],
  ['harness/oracles/a.ts', "import { type Line } from '../lines.ts';", 'traffic/journal/journalTypes.ts'],
  ['harness/oracles/a.ts', "import { readFile } from 'node:fs/promises';", 'node:fs/promises'],
  ['harness/oracles/a.ts', 'const at = performance.now();', 'performance.now'],
  ['fuzzer/a.ts', "import { b } from '../specs/b.ts';", 'specs/b.ts'],
  ['specs/a.spec.ts', "import './b.spec.ts';", 'specs/b.spec.ts'],
  ['specs/a.spec.ts', "import { createHmac } from 'crypto';", 'node:crypto'],
  ['specs/a.spec.ts', "import { request } from 'undici';", 'undici'],
  ['sdk/a.ts', "import { b } from '../specs/b.ts';", 'specs/b.ts'],
  ['reports/a.ts', "import { send } from '../harness/client.ts';", 'traffic/transport/client.ts'],
  ['reports/a.ts', "import { conclude } from '../harness/conclude.ts';", 'judge/buildVerdict.ts'],
  ['scripts/a.ts', "import { world } from '../emulator/world.ts';", 'emulator/instance/instance.ts'],
  ['bench/a.ts', "import { world } from '../emulator/world.ts';", 'emulator/instance/instance.ts'],
  ['tests/a.test.ts', "import { world } from '../emulator/world.ts';", 'emulator/instance/instance.ts'],
  ['emulator/a.ts', "import { parse } from '../schemas/exact.ts';", 'schemas/json/exact.ts'],
  ['emulator/a.test.ts', "import { parse } from '../schemas/exact.ts';", 'schemas/json/exact.ts'],
  ['playwright.config.ts', "import { world } from './emulator/world.ts';", 'emulator/instance/instance.ts'],
  ['stray.ts', "import { b } from './harness/b.ts';", 'harness/b.ts'],
  ['elsewhere/a.ts', 'export const a = 1;', 'a folder without a row'],
];

const allowed: readonly (readonly [path: string, text: string])[] = [
  ['schemas/a.ts', "import { readFile } from 'node:fs/promises'; import { b } from './b.ts';"],
  ['generators/a.ts', "import fc from 'fast-check'; const at = new Date(0); const utc = Date.UTC(2020, 1);"],
  [
    'generators/a.test.ts',
    "import { test } from '@playwright/test'; import { serve } from 'node:http'; import '../tests/b.ts';",
  ],
  ['harness/a.ts', "import { request } from 'undici'; import { b } from './oracles/b.ts'; const at = Date.now();"],
  ['harness/oracles/a.ts', "import type { Record } from '../record.ts'; import { fault } from '../fault/shape.ts';"],
  ['harness/oracles/a.ts', "import type { Line } from '../lines.ts'; import { outcomes } from '../outcome.ts';"],
  ['harness/oracles/a.test.ts', "import type { Line } from '../lines.ts';"],
  ['specs/a.spec.ts', "import { test } from '../harness/test.ts'; import { payout } from '../generators/payout.ts';"],
  [
    'reports/a.ts',
    "import type { Verdict } from '../harness/conclude.ts'; import { worst } from '../harness/verdict.ts';",
  ],
  ['scripts/a.ts', "import { run } from '../fuzzer/run.ts'; import { junit } from '../reports/junit.ts';"],
  ['emulator/a.ts', "import fastify from 'fastify'; import { world } from './world.ts';"],
  ['playwright.config.ts', "import { base } from './harness/base.ts'; import { junit } from './reports/junit.ts';"],
];

for (const [path, text, seen] of forbidden) {
  test(`convicts ${path} of ${seen} in ${text}`, () => {
    expect(violationsIn(layersRule, { [path]: text })).toEqual([`${path}:1 ${seen}`]);
  });
}

for (const [path, text] of allowed) {
  test(`acquits ${path} of ${text}`, () => {
    expect(violationsIn(layersRule, { [path]: text })).toEqual([]);
  });
}

test('names the line of the import', () => {
  const text = "import { a } from './a.ts';\n\nimport { b } from '../specs/b.ts';\n";
  expect(violationsIn(layersRule, { 'harness/c.ts': text })).toEqual(['harness/c.ts:3 specs/b.ts']);
});

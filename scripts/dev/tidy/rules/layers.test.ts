import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { layersRule } from './layers.ts';

/** Path, its only line, and whether the import table forbids it. */
const forbidden: readonly (readonly [path: string, text: string, seen: string])[] = [
  ['schemas/a.ts', "import { b } from '../runner/b.ts';", 'runner/b.ts'],
  ['schemas/a.ts', "import type { Agent } from 'undici';", 'undici'],
  ['schemas/a.ts', "import net from 'net';", 'node:net'],
  ['schemas/a.ts', "await fetch('http://localhost');", 'fetch'],
  ['generators/a.ts', "import { b } from '../traffic/b.ts';", 'traffic/b.ts'],
  ['generators/a.ts', 'const at = Date.now();', 'Date.now'],
  ['generators/a.ts', 'const at = new Date();', 'new Date'],
  ['generators/a.ts', 'const draw = Math.random;', 'Math.random'],
  ['generators/a.ts', 'const id = globalThis.crypto.randomUUID();', 'crypto.randomUUID'],
  ['traffic/journal/a.ts', "import type { b } from '../../oracles/b.ts';", 'oracles/b.ts'],
  ['traffic/a.test.ts', "import { b } from '../judge/b.ts';", 'judge/b.ts'],
  ['oracles/a.ts', "import { send } from '../traffic/transport/client.ts';", 'traffic/transport/client.ts'],
  ['oracles/a.ts', "type Send = import('../traffic/transport/client.ts').Send;", 'traffic/transport/client.ts'],
  [
    'oracles/a.ts',
    "import { type Line } from '../traffic/journal/journalTypes.ts';",
    'traffic/journal/journalTypes.ts',
  ],
  ['oracles/a.ts', "import { b } from '../generators/b.ts';", 'generators/b.ts'],
  ['oracles/core/a.ts', "import type { b } from '../../judge/b.ts';", 'judge/b.ts'],
  ['oracles/a.ts', "import { readFile } from 'node:fs/promises';", 'node:fs/promises'],
  ['oracles/a.ts', 'const at = performance.now();', 'performance.now'],
  ['oracles/a.ts', 'const draw = Math.random();', 'Math.random'],
  ['judge/a.ts', "import { send } from '../traffic/transport/client.ts';", 'traffic/transport/client.ts'],
  ['judge/a.ts', "import { targetOf } from '../traffic/target/target.ts';", 'traffic/target/target.ts'],
  ['judge/a.ts', "import type { b } from '../runner/b.ts';", 'runner/b.ts'],
  ['judge/a.ts', "import { request } from 'node:https';", 'node:https'],
  ['judge/a.ts', 'const at = new Date();', 'new Date'],
  ['judge/buildVerdict.ts', 'const at = Date.now();', 'Date.now'],
  ['judge/a.ts', 'setTimeout(stop, 100);', 'setTimeout'],
  ['runner/a.ts', "const b = await import('../fuzzer/engine/b.ts');", 'fuzzer/engine/b.ts'],
  ['runner/a.ts', "export * from '../specs/b.spec.ts';", 'specs/b.spec.ts'],
  ['runner/a.ts', "import { b } from '../tests/support/b.ts';", 'tests/support/b.ts'],
  ['fuzzer/engine/a.ts', "import { b } from '../../specs/b.ts';", 'specs/b.ts'],
  ['fuzzer/engine/a.ts', "import type { b } from '../interface/b.ts';", 'fuzzer/interface/b.ts'],
  ['fuzzer/engine/a.ts', "import type { b } from '../openapi/b.ts';", 'fuzzer/openapi/b.ts'],
  ['fuzzer/interface/a.ts', "import type { b } from '../openapi/b.ts';", 'fuzzer/openapi/b.ts'],
  ['fuzzer/openapi/a.ts', "import type { b } from '../interface/b.ts';", 'fuzzer/interface/b.ts'],
  ['fuzzer/engine/a.ts', "import { b } from '../../reports/text/b.ts';", 'reports/text/b.ts'],
  ['specs/a.spec.ts', "import './b.spec.ts';", 'specs/b.spec.ts'],
  ['specs/a.spec.ts', "import { b } from '../fuzzer/interface/campaign/b.ts';", 'fuzzer/interface/campaign/b.ts'],
  ['specs/a.spec.ts', "import { createHmac } from 'crypto';", 'node:crypto'],
  ['specs/a.spec.ts', "import { request } from 'undici';", 'undici'],
  ['reports/run/a.ts', "import { send } from '../../traffic/transport/client.ts';", 'traffic/transport/client.ts'],
  ['reports/run/a.ts', "import { conclude } from '../../judge/buildVerdict.ts';", 'judge/buildVerdict.ts'],
  ['reports/mutation/a.ts', "import type { b } from '../../runner/b.ts';", 'runner/b.ts'],
  ['reports/finding/a.ts', "import type { b } from '../../fuzzer/openapi/b.ts';", 'fuzzer/openapi/b.ts'],
  ['reports/campaign/a.ts', 'const at = new Date();', 'new Date'],
  ['reports/text/a.ts', "import { b } from '../run/b.ts';", 'reports/run/b.ts'],
  ['scripts/a.ts', "import { instance } from '../emulator/instance/instance.ts';", 'emulator/instance/instance.ts'],
  ['scripts/a.ts', "import { b } from '../bench/b.ts';", 'bench/b.ts'],
  ['bench/a.ts', "import '../specs/b.spec.ts';", 'specs/b.spec.ts'],
  ['tests/a.test.ts', "import '../specs/b.spec.ts';", 'specs/b.spec.ts'],
  ['emulator/a.ts', "import { parse } from '../schemas/json/exact.ts';", 'schemas/json/exact.ts'],
  ['emulator/a.test.ts', "import { parse } from '../schemas/json/exact.ts';", 'schemas/json/exact.ts'],
  [
    'playwright.config.ts',
    "import { instance } from './emulator/instance/instance.ts';",
    'emulator/instance/instance.ts',
  ],
  ['playwright.config.ts', "import { b } from './reports/run/b.ts';", 'reports/run/b.ts'],
  ['stray.ts', "import { b } from './runner/b.ts';", 'runner/b.ts'],
  ['elsewhere/a.ts', 'export const a = 1;', 'a folder without a row'],
  ['fuzzer/a.ts', 'export const a = 1;', 'a folder without a row'],
  ['reports/a.ts', 'export const a = 1;', 'a folder without a row'],
];

const allowed: readonly (readonly [path: string, text: string])[] = [
  ['schemas/a.ts', "import { readFile } from 'node:fs/promises'; import { b } from './b.ts';"],
  ['generators/a.ts', "import fc from 'fast-check'; const at = new Date(0); const utc = Date.UTC(2020, 1);"],
  [
    'generators/a.test.ts',
    "import { test } from '@playwright/test'; import { serve } from 'node:http'; import '../tests/b.ts';",
  ],
  ['traffic/a.ts', "import { request } from 'undici'; import { b } from '../schemas/b.ts'; const at = Date.now();"],
  [
    'oracles/a.ts',
    "import type { RunRecord } from '../traffic/journal/runRecord.ts'; import { excerpt } from '../traffic/outcome/fault.ts';",
  ],
  [
    'oracles/a.ts',
    "import type { Line } from '../traffic/journal/journalTypes.ts'; import { outcomes } from '../traffic/outcome/outcome.ts';",
  ],
  ['oracles/core/a.test.ts', "import type { Line } from '../../traffic/journal/journalTypes.ts';"],
  [
    'judge/a.ts',
    "import { ruleOn } from '../oracles/registry.ts'; import type { Facts } from '../traffic/target/targetFacts.ts';",
  ],
  ['judge/buildVerdict.ts', 'const at = new Date();'],
  [
    'runner/a.ts',
    "import { b } from '../oracles/b.ts'; import { c } from '../generators/c.ts'; setTimeout(stop, 100);",
  ],
  [
    'specs/a.spec.ts',
    "import { test } from '../runner/requirement/test.ts'; import { payout } from '../generators/payloads/payout.ts';",
  ],
  ['specs/a.spec.ts', "import { shortCampaign } from '../fuzzer/interface/campaign/shortCampaign.ts';"],
  ['fuzzer/interface/a.ts', "import { b } from '../engine/b.ts'; import { c } from '../../runner/worker/c.ts';"],
  ['fuzzer/engine/a.test.ts', "import { b } from '../interface/b.ts'; import { c } from '../openapi/c.ts';"],
  [
    'reports/run/a.ts',
    "import type { Verdict } from '../../judge/buildVerdict.ts'; import { outcomes } from '../../traffic/outcome/outcome.ts';",
  ],
  [
    'reports/campaign/a.ts',
    "import type { Finding } from '../../fuzzer/engine/findings/finding.ts'; import { b } from '../finding/b.ts';",
  ],
  [
    'scripts/a.ts',
    "import { run } from '../fuzzer/interface/run.ts'; import { junit } from '../reports/run/junit.ts';",
  ],
  ['emulator/a.ts', "import fastify from 'fastify'; import { instance } from './instance/instance.ts';"],
  ['tests/a.ts', "import { b } from '../emulator/b.ts'; import { c } from '../runner/c.ts';"],
  ['bench/a.ts', "import { b } from '../tests/support/b.ts'; import { c } from '../scripts/cli/c.ts';"],
  ['playwright.config.ts', "import { run } from './traffic/journal/run.ts'; import { b } from './runner/b.ts';"],
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
  expect(violationsIn(layersRule, { 'runner/c.ts': text })).toEqual(['runner/c.ts:3 specs/b.ts']);
});

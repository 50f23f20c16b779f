import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { expect, test } from '@playwright/test';
import { forbiddenImports } from './forbiddenImports.ts';

/** Files by their path, and what each imports. */
type Files = Readonly<Record<string, string>>;

/** What is said of some files, and of the empty ones that they import, each without what is wanted and what to do. */
async function saidOf(files: Files): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'imports-'));
  const imported = Object.entries(files).flatMap(([path, text]) =>
    [...text.matchAll(/'(\.[^']*)'/g)].map(([, to = '']) => posix.join(posix.dirname(path), to)),
  );
  const all = { ...Object.fromEntries(imported.map((path) => [path, 'export {};'])), ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const said = await forbiddenImports(root, Object.keys(all));
  rmSync(root, { recursive: true });
  return said.map((sentence) => sentence.replace(/wanted .*?; (seen .*?);.*/, '$1')).sort();
}

test('convicts a layer of what its row does not name, however it is imported', { tag: '@full' }, async () => {
  const files = {
    'schemas/a.ts': "import { b } from '../runner/b.ts';",
    'generators/a.ts': "import '../traffic/b.ts';",
    'traffic/journal/a.ts': "import type { b } from '../../oracles/b.ts';",
    'traffic/a.test.ts': "import { b } from '../judge/b.ts';",
    'oracles/a.ts': "type Send = import('../traffic/transport/client.ts').Send;",
    'runner/a.ts': "const b = await import('../fuzzer/engine/b.ts');",
    'runner/c.ts': "export * from '../specs/b.spec.ts';",
    'fuzzer/engine/a.ts': "export type { b } from '../interface/b.ts';",
    'emulator/a.test.ts': "import { parse } from '../schemas/json/exact.ts';",
    'playwright.config.ts': "import { b } from './reports/run/b.ts';",
  };
  expect(await saidOf(files)).toEqual([
    'emulator/a.test.ts layers (tests of emulator/): seen schemas/json/exact.ts',
    'fuzzer/engine/a.ts layers (fuzzer/engine/): seen fuzzer/interface/b.ts',
    'generators/a.ts layers (generators/): seen traffic/b.ts',
    'oracles/a.ts layers (oracles/): seen traffic/transport/client.ts',
    'playwright.config.ts layers (playwright.config.ts): seen reports/run/b.ts',
    'runner/a.ts layers (runner/): seen fuzzer/engine/b.ts',
    'runner/c.ts layers (runner/): seen specs/b.spec.ts',
    'schemas/a.ts layers (schemas/): seen runner/b.ts',
    'traffic/a.test.ts layers (tests of traffic/): seen judge/b.ts',
    'traffic/journal/a.ts layers (traffic/): seen oracles/b.ts',
  ]);
});

test('convicts of a value where a row names types', { tag: '@full' }, async () => {
  const files = {
    'judge/a.ts': "import { targetOf } from '../traffic/target/target.ts';",
    'judge/buildVerdict.ts':
      "import type { A } from '../traffic/target/b.ts'; import { b } from '../traffic/target/b.ts';",
    'oracles/a.ts': "import { type A, b } from '../traffic/journal/journalTypes.ts';",
    'reports/run/a.ts': "import type { Verdict } from '../../judge/buildVerdict.ts';",
    'reports/text/a.ts': "type Outlay = import('../../runner/selection/outlay.ts').Outlay;",
  };
  expect(await saidOf(files)).toEqual([
    'judge/a.ts types (judge/): seen traffic/target/target.ts',
    'judge/buildVerdict.ts types (judge/buildVerdict.ts): seen traffic/target/b.ts',
    'oracles/a.ts types (oracles/): seen traffic/journal/journalTypes.ts',
  ]);
});

test('convicts of packages that a row never uses, and lets tests use Node', { tag: '@full' }, async () => {
  const files = {
    'schemas/a.ts': "import type { Agent } from 'undici';",
    'schemas/b.ts': "import net from 'net';",
    'schemas/c.test.ts': "import { serve } from 'node:http'; import { request } from 'undici';",
    'oracles/a.ts': "import { readFile } from 'node:fs/promises';",
    'specs/a.spec.ts': "import { createHmac } from 'crypto';",
    'specs/b.spec.ts': "import { setTimeout } from 'node:timers/promises';",
    'traffic/a.ts': "import { request } from 'undici'; import { readFile } from 'node:fs/promises';",
  };
  expect(await saidOf(files)).toEqual([
    'oracles/a.ts packages (oracles/): seen fs/promises',
    'schemas/a.ts packages (schemas/): seen undici',
    'schemas/b.ts packages (schemas/): seen net',
    'schemas/c.test.ts packages (tests of schemas/): seen undici',
    'specs/a.spec.ts packages (specs/): seen crypto',
    'specs/b.spec.ts packages (specs/): seen timers/promises',
    'specs/b.spec.ts sleeps: seen timers/promises',
  ]);
});

test('convicts of circles of values, of oneself too, and of names that say nothing', { tag: '@full' }, async () => {
  const files = {
    'runner/a.ts': "import './b.ts';",
    'runner/b.ts': "export { a } from './c.ts';",
    'runner/c.ts': "const a = await import('./a.ts');",
    'runner/d.ts': "import { d } from './d.ts';",
    'runner/e.ts': "import type { F } from './f.ts';",
    'runner/f.ts': "import './e.ts'; import './commonality.ts';",
    'runner/g.ts': "import '../traffic/common/h.ts'; import './textHelpers.ts';",
    'runner/util.test.ts': "import './a.ts';",
  };
  expect(await saidOf(files)).toEqual([
    'runner/a.ts cycles: seen runner/a.ts → runner/b.ts → runner/c.ts → runner/a.ts',
    'runner/d.ts cycles: seen runner/d.ts → runner/d.ts',
    'runner/g.ts names (to): seen runner/textHelpers.ts',
    'runner/g.ts names (to): seen traffic/common/h.ts',
    'runner/util.test.ts names (from): seen runner/a.ts',
  ]);
});

test('acquits what the rows name, and tests of what helps them', { tag: '@full' }, async () => {
  const files = {
    'schemas/a.ts': "import { readFile } from 'node:fs/promises'; import { b } from './b.ts';",
    'generators/a.test.ts':
      "import { test } from '@playwright/test'; import '../tests/b.ts'; import fc from 'fast-check';",
    'oracles/core/a.ts': "import { b } from '../../traffic/outcome/fault.ts'; import { c } from '../../schemas/c.ts';",
    'specs/a.spec.ts': "import { shortCampaign } from '../fuzzer/interface/campaign/shortCampaign.ts';",
    'fuzzer/engine/a.test.ts': "import { b } from '../interface/b.ts';",
    'bench/a.ts': "import { b } from '../tests/support/b.ts'; import { c } from '../emulator/c.ts';",
    'playwright.config.ts': "import { run } from './traffic/journal/run.ts'; import { b } from './runner/b.ts';",
  };
  expect(await saidOf(files)).toEqual([]);
});

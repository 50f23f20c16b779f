/**
 * One row of the import table. `may` names folders (with `/` at the end) and beginnings of paths, `types` those of which
 * only types may be imported, with `import type`;
 * `packages` and `calls` are what the layer never uses (`new Date` means the one without arguments, `node:` all of Node).
 */
export interface Layer {
  readonly folder: string;
  readonly may: readonly string[];
  readonly types?: readonly string[];
  readonly packages?: readonly string[];
  readonly calls?: readonly string[];
}

const network = [
  'undici',
  'ws',
  'node:http',
  'node:https',
  'node:http2',
  'node:net',
  'node:tls',
  'node:dgram',
  'node:dns',
];
const clock = ['Date.now', 'new Date', 'Date', 'performance.now', 'process.hrtime', 'process.hrtime.bigint'];
const drawing = ['randomUUID', 'randomBytes', 'randomInt', 'getRandomValues'];
const chance = ['Math.random', ...drawing, ...drawing.map((name) => `crypto.${name}`)];
const suite = ['schemas/', 'generators/', 'harness/', 'fuzzer/', 'sdk/', 'reports/', 'scripts/'];
const instruments = 'instruments/';

/** What each folder may import; a folder without a row may hold no source. The most exact folder decides. */
export const layers: readonly Layer[] = [
  { folder: 'schemas/', may: ['schemas/'], packages: network, calls: ['fetch'] },
  {
    folder: 'generators/',
    may: ['generators/', 'schemas/'],
    packages: network,
    calls: ['fetch', ...clock, ...chance],
  },
  { folder: 'harness/', may: ['harness/', 'schemas/'] },
  {
    folder: 'harness/oracles/',
    may: [
      'harness/oracles/',
      'harness/record',
      'harness/exchange',
      'harness/fault',
      'harness/outcome',
      'harness/webhooks/delivery',
      'schemas/',
    ],
    types: ['harness/lines', 'harness/webhooks/', 'harness/targets/targetFile', 'harness/targetFacts'],
    packages: [...network, 'node:fs', 'node:timers'],
    calls: ['fetch', ...clock, 'setTimeout', 'setInterval'],
  },
  { folder: 'fuzzer/', may: ['fuzzer/', 'schemas/', 'generators/', 'harness/'] },
  {
    folder: 'specs/',
    may: ['schemas/', 'generators/', 'harness/', 'fuzzer/short'],
    packages: ['undici', 'node:'],
    calls: ['fetch'],
  },
  { folder: 'sdk/', may: ['sdk/', 'schemas/', 'generators/', 'harness/'] },
  {
    folder: 'reports/',
    may: ['reports/', 'schemas/', 'harness/verdict', 'harness/fault', 'harness/outcome', 'harness/halted'],
    types: [
      'harness/conclude',
      'harness/lines',
      'harness/requirement',
      'harness/catalogue',
      'harness/costs',
      'harness/forecast',
    ],
  },
  {
    folder: 'reports/findings/',
    may: ['reports/', 'fuzzer/references', 'fuzzer/telling', 'fuzzer/engine/cases/caseOutlay', 'fuzzer/someFinding'],
    types: ['fuzzer/any/report', 'fuzzer/case', 'fuzzer/findings/', 'harness/outlay', 'harness/wrongWays'],
    packages: network,
    calls: ['fetch', ...clock, ...chance],
  },
  { folder: 'scripts/', may: [...suite, 'bench/'] },
  { folder: 'emulator/', may: ['emulator/'] },
  { folder: instruments, may: [instruments, 'schemas/', 'generators/'] },
  { folder: 'bench/', may: [...suite, instruments, 'bench/', 'tests/'] },
  { folder: 'tests/', may: [...suite, instruments, 'tests/'] },
];

/** What a Playwright configuration in the root may import; other sources there import nothing of the tree. */
export const configurationImports: readonly string[] = ['harness/', 'reports/', 'scripts/'];

/** What a self-test may import beside what its folder may, its folder's forbidden packages notwithstanding. */
export const testImports = {
  paths: ['tests/', instruments, 'schemas/root'],
  packages: ['@playwright/test', 'fast-check', 'node:'],
};

/** What a layer never uses, under the name that ARCHITECTURE.md calls it by: packages (`node:` is all of Node) and calls (`new Date` is the one without arguments). */
interface Never {
  readonly name: string;
  readonly packages?: readonly string[];
  readonly calls?: readonly string[];
}

/**
 * One row of the import table, for a folder or a file. `may` names folders (with `/` at the end) and beginnings of paths,
 * `types` those of which only types may be imported, with `import type`, `tests` those that its self-tests may import too.
 */
export interface Layer {
  readonly folder: string;
  readonly may: readonly string[];
  readonly types?: readonly string[];
  readonly tests?: readonly string[];
  readonly never?: readonly Never[];
}

const network: Never = {
  name: 'network',
  packages: ['undici', 'ws', 'node:http', 'node:https', 'node:http2', 'node:net', 'node:tls', 'node:dgram', 'node:dns'],
  calls: ['fetch'],
};
const times = ['Date.now', 'Date', 'performance.now', 'process.hrtime', 'process.hrtime.bigint'];
const clock: Never = { name: 'clock', calls: ['new Date', ...times] };
const drawing = ['randomUUID', 'randomBytes', 'randomInt', 'getRandomValues'];
const chance: Never = {
  name: 'chance',
  calls: ['Math.random', ...drawing, ...drawing.map((name) => `crypto.${name}`)],
};
const timers: Never = { name: 'timers', packages: ['node:timers'], calls: ['setTimeout', 'setInterval'] };

/** What the same input answers alike at any time. */
const pure = { never: [network, clock, chance] };

/** A verdict is the journal's alone: it waits for nothing, either. */
const judging = { never: [...pure.never, timers] };

const emulator = 'emulator/';

/** The rooms, floor by floor: a room imports those before it, and itself. `specs/` and `fuzzer/` share a floor. */
export const floors: readonly string[] = [
  'schemas/',
  'generators/',
  'traffic/',
  'oracles/',
  'judge/',
  'runner/',
  'fuzzer/',
  'client/',
  'reports/',
  'certificate/',
  'scripts/',
];

/** The rooms below a room. */
const below = (room: string) => floors.slice(0, floors.indexOf(room));

const judge = {
  may: [
    'judge/',
    'oracles/',
    'schemas/',
    'traffic/journal/',
    'traffic/outcome/',
    'traffic/requirements/',
    'traffic/system/',
  ],
  types: ['traffic/target/'],
};

/** What each folder may import; where no row is, no source may be. The most exact row decides. */
export const layers: readonly Layer[] = [
  { folder: 'schemas/', may: ['schemas/'], never: [network] },
  { folder: 'generators/', may: ['generators/', 'schemas/'], ...pure },
  { folder: 'traffic/', may: [...below('traffic/'), 'traffic/'], tests: ['oracles/core/history.ts'] },
  {
    folder: 'oracles/',
    may: [
      'oracles/',
      'schemas/',
      'traffic/journal/delivery.ts',
      'traffic/journal/exchange.ts',
      'traffic/journal/runRecord.ts',
      'traffic/outcome/',
      'traffic/target/targetFacts.ts',
    ],
    types: ['traffic/journal/deliveryPlan.ts', 'traffic/journal/journalTypes.ts', 'traffic/target/file/targetFile.ts'],
    never: [...judging.never, { name: 'files', packages: ['node:fs'] }],
  },
  { folder: 'judge/', ...judge, ...judging },
  // A verdict names the hour at which it was concluded.
  {
    folder: 'judge/buildVerdict.ts',
    ...judge,
    never: [network, { name: 'clock except new Date', calls: times }, chance, timers],
  },
  { folder: 'runner/', may: [...below('runner/'), 'runner/'] },
  {
    folder: 'specs/',
    may: [...below('fuzzer/'), 'fuzzer/interface/campaign/shortCampaign.ts'],
    never: [{ name: 'undici, node:, fetch', packages: ['undici', 'node:'], calls: ['fetch'] }],
  },
  // What the engine does is tried on the cases of either driver.
  { folder: 'fuzzer/engine/', may: [...below('fuzzer/'), 'fuzzer/engine/'], tests: ['fuzzer/'] },
  { folder: 'fuzzer/interface/', may: [...below('fuzzer/'), 'fuzzer/engine/', 'fuzzer/interface/'] },
  { folder: 'fuzzer/openapi/', may: [...below('fuzzer/'), 'fuzzer/engine/', 'fuzzer/openapi/'] },
  { folder: 'client/', may: [...below('fuzzer/'), 'client/'] },
  // What a client did is judged from its record.
  {
    folder: 'client/oracles/',
    may: [
      'client/oracles/',
      'client/record/',
      'client/server/edits.ts',
      'client/server/operationTable.ts',
      'client/server/pages.ts',
      'client/server/rules.ts',
      'oracles/core/',
      'schemas/',
      'traffic/outcome/',
    ],
    ...judging,
  },
  {
    folder: 'reports/run/',
    may: [
      'reports/run/',
      'reports/text/',
      'schemas/',
      'traffic/journal/ownIds.ts',
      'traffic/outcome/normalised.ts',
      'traffic/outcome/outcome.ts',
    ],
    tests: ['reports/html/', 'runner/selection/', 'traffic/requirements/'],
    types: [
      'judge/buildVerdict.ts',
      'judge/requirementVerdict.ts',
      'runner/selection/costs.ts',
      'runner/selection/forecast.ts',
      'runner/selection/selectionScope.ts',
      'traffic/journal/journalTypes.ts',
      'traffic/requirements/catalogue.ts',
      'traffic/requirements/requirement.ts',
      'traffic/requirements/selection.ts',
      'traffic/requirements/variedDimensions.ts',
      'traffic/target/targetFacts.ts',
    ],
    ...pure,
  },
  {
    folder: 'reports/mutation/',
    may: ['reports/mutation/', 'reports/text/'],
    types: ['judge/buildVerdict.ts', 'judge/requirementVerdict.ts', 'traffic/outcome/outcome.ts'],
    ...pure,
  },
  {
    folder: 'reports/finding/',
    may: [
      'reports/finding/',
      'reports/text/',
      'schemas/domain/signingSchemes.ts',
      'fuzzer/engine/cases/caseOutlay.ts',
      'fuzzer/engine/cases/references.ts',
      'fuzzer/engine/judgement/inconclusiveStatuses.ts',
      'traffic/outcome/normalised.ts',
    ],
    types: ['fuzzer/engine/cases/fuzzCase.ts', 'fuzzer/engine/findings/finding.ts', 'traffic/signing/signingFaults.ts'],
    ...pure,
  },
  {
    folder: 'reports/campaign/',
    may: ['reports/campaign/', 'reports/finding/', 'reports/text/'],
    types: [
      'fuzzer/engine/coverage/campaignCoverage.ts',
      'fuzzer/engine/findings/',
      'fuzzer/openapi/coverage/report.ts',
    ],
    ...pure,
  },
  {
    folder: 'reports/html/page/',
    may: ['reports/html/page/', 'reports/text/'],
    types: ['traffic/outcome/outcome.ts', 'traffic/requirements/statements.ts'],
    ...pure,
  },
  {
    folder: 'reports/html/run/',
    may: [
      'reports/html/page/',
      'reports/html/run/',
      'reports/run/',
      'reports/text/',
      'schemas/',
      'traffic/outcome/outcome.ts',
    ],
    types: [
      'client/record/clientLines.ts',
      'judge/buildVerdict.ts',
      'judge/failureHistory.ts',
      'judge/requirementVerdict.ts',
      'traffic/journal/journalTypes.ts',
      'traffic/requirements/statements.ts',
    ],
    tests: ['traffic/'],
    ...pure,
  },
  {
    folder: 'reports/html/campaign/',
    may: ['reports/campaign/', 'reports/finding/', 'reports/html/campaign/', 'reports/html/page/', 'reports/text/'],
    types: ['fuzzer/engine/findings/', 'traffic/requirements/statements.ts'],
    ...pure,
  },
  {
    folder: 'reports/text/',
    may: ['reports/text/'],
    types: ['runner/selection/outlay.ts'],
    tests: ['reports/'],
    ...pure,
  },
  // What a certificate says follows from its evidence alone. Only its bundle is read and written.
  { folder: 'certificate/', may: [...below('certificate/'), 'certificate/'], ...pure },
  // A reader copies the testees: they stand by themselves.
  { folder: 'client/testees/', may: ['client/testees/'], tests: ['runner/', 'schemas/', 'traffic/'] },
  // A reader copies an example, too.
  { folder: 'examples/', may: ['examples/'] },
  { folder: 'scripts/', may: floors },
  { folder: emulator, may: [emulator] },
  { folder: 'bench/', may: [...floors, emulator, 'tests/', 'bench/'] },
  { folder: 'tests/', may: [...floors, emulator, 'tests/'] },
  { folder: 'playwright.config.ts', may: ['traffic/', 'runner/'] },
];

/** What a self-test may import beside what its folder may; all of Node, too. */
export const testImports: readonly string[] = ['tests/', 'schemas/packageRoot.ts'];

/** The row that decides of a file, by the most exact folder. */
export function layerOf(path: string): Layer | undefined {
  const rows = layers.filter(({ folder }) => path.startsWith(folder));
  return rows.sort((left, right) => right.folder.length - left.folder.length)[0];
}

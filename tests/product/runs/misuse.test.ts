import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { assay } from '../../support/product/assayCommand.ts';
import { test } from '../../support/product/productTest.ts';

/** Runs a command that must be refused as misuse: exit code 2, empty standard output, no stack trace. Returns its messages. */
async function refused(words: readonly string[], folder: string, env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await assay(words, { folder, env });
  expect(code, stderr).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).not.toMatch(/^\s+at /m);
  return stderr;
}

for (const { why, words, told: message } of [
  { why: 'an option that there is not', words: ['run', '--frobnicate'], told: /unknown option/ },
  { why: 'a seed that is no number', words: ['run', '--seed', 'abc'], told: /--seed: expected a whole number/ },
  {
    why: 'a port of the emulator that is none',
    words: ['emulator', '--port', 'x'],
    told: /from 0 to 65535\nRun assay/,
  },
  {
    why: 'an option that the emulator has not',
    words: ['emulator', '--frob'],
    told: /'--frob'\nRun assay emulator --/,
  },
])
  test(`refuses ${why}`, async ({ folder }) => {
    expect(await refused(words, folder)).toMatch(message);
  });

/** A wrong invocation of each command, and what its sentence says: what is wrong, where, and what to do. */
const wrong: readonly (readonly [line: string, message: RegExp])[] = [
  ['certify', /--target: expected a target file, or the address of a server, got none\./],
  [
    'certify --target x.yaml --key no.pem',
    /no\.pem: expected an Ed25519 private key in PEM, got no such file\. Run assay keygen/,
  ],
  ['countersign', /missing required argument 'bundle'\nRun assay countersign --help/],
  [
    'countersign nowhere --posts many',
    /nowhere: expected the folder of a bundle[\s\S]*--key: expected an Ed25519 private key in PEM, got no option[\s\S]*--posts: expected [\s\S]*--target: expected your own target file/,
  ],
  [
    'certify --days never',
    /--target: expected a target file[\s\S]*--days: expected [\s\S]*--key: expected an Ed25519 private key/,
  ],
  [
    'verify nowhere --key no.pem --countersigner none.pem',
    /nowhere: expected the folder of a bundle[\s\S]*no\.pem: expected [\s\S]*none\.pem: expected /,
  ],
  [
    'judge --har nowhere.har --base shop',
    /nowhere\.har: expected a HAR file that can be read[\s\S]*--base: expected an address that begins with http/,
  ],
  ['verify nowhere', /nowhere: expected the folder of a bundle, got nothing there\. Name the folder/],
  ['keygen extra', /too many arguments .*\nRun assay keygen --help/],
  ['judge', /expected a journal folder, or --har with a file, got neither\. Name one/],
  ['judge nowhere', /nowhere: expected the journal of a run, got nothing there\./],
  ['judge --har nowhere.har', /nowhere\.har: expected a HAR file that can be read, got no such file\. Export it again/],
  ['client', /--testee: expected the command of a testee, got none\. Write a program/],
  [
    'client --record',
    /--record: expected the command of the tests after --, got none\. Write npx assay client --record -- npm test/,
  ],
  [
    'client --testee x --only XYZ-99',
    /--only: expected ids of requirements such as CLI-04, got XYZ-99\. Run assay list CLI/,
  ],
  [
    'client --testee x --known nowhere.yaml',
    /nowhere\.yaml: expected a file of known failures, got no such file\. Correct/,
  ],
  ['client --testee x --report pdf', /expected names from html, junit, markdown, allure, ctrf, got pdf\./],
  ['client --record -- no-such-program', /no-such-program: expected a command that starts/],
  ['fuzz --posts many', /--posts: expected a whole number from 0 on, got many\. Give such a number/],
  ['replay deadbeef', /expected the file of the finding, or its target, got neither/],
  ['report compare a a', /expected two different runs, .* got the same run twice\. Name the folder of another run/],
  ['history', /--target: expected the file or base address of a target, got none\. Name it/],
  ['init --ci jenkins', /--ci: expected one of github, gitlab, got jenkins\.[\s\S]*--base-url: expected a value/],
  ['explain XYZ-99', /XYZ-99: expected the id of a requirement or of a section.*Run assay list/],
  ['run --only XYZ-99', /XYZ-99: expected the id of a requirement or of a section/],
];

for (const [line, message] of wrong)
  test(`refuses assay ${line}`, async ({ folder }) => {
    expect(
      await refused(line.split(' '), folder, { ASSAY_CERTIFICATE_KEY: '', ASSAY_CERTIFICATE_KEY_FILE: '' }),
    ).toMatch(message);
  });

const contract = join(packageRoot, 'schemas/openapi.json');

test('refuses findings in a missing folder', async ({ folder }) => {
  const words = ['fuzz', '--contract', contract, '--target', 'http://127.0.0.1:9', '--findings', 'no/such/f.ndjson'];
  expect(await refused(words, folder)).toMatch(
    /no\/such\/f\.ndjson: expected a file in an existing folder, got no folder/,
  );
});

for (const { what, words } of [
  { what: 'a campaign', words: [] },
  { what: 'one on any contract', words: ['--contract', contract, '--target', 'http://127.0.0.1:9'] },
])
  test(`refuses ${what} without a seed in CI, where findings must be repeatable`, async ({ folder }) => {
    const stderr = await refused(['fuzz', '--posts', '1', ...words], folder, { CI: 'true', ASSAY_SEED: '' });
    expect(stderr).toMatch(/--seed: expected a whole number .*, got none, while CI is set/);
    expect(stderr.match(/--seed:/g)).toHaveLength(1);
  });

test('reports all problems of a malformed target file together, each with its line', async ({ folder }) => {
  const broken = `name: ""
kind: toy
baseUrl: ftp://bank.example
secret: in the open
credentials:
  - { label: main, tokenIdEnv: 1BAD }
  - { label: main, tokenIdEnv: NOT_SET, secretEnv: a3f51c0de9b84f6277d1 }
mockCards: { failed: "4000000000000003", success: "4242424242424242" }
gaps:
  - { id: NOPE }
deadlines: { answerMs: 1 }
`;
  writeFileSync(join(folder, 'broken.yaml'), broken);
  const stderr = await refused(['run', '--target', 'broken.yaml'], folder);
  const places = {
    '/name': 1,
    '/kind': 2,
    '/baseUrl': 3,
    '/secret': 4,
    '/credentials/0/tokenIdEnv': 6,
    '/credentials/0/secretEnv': 6,
    '/credentials/1/label': 7,
    '/credentials/1/secretEnv': 7,
    $NOT_SET: 7,
    '/mockCards/failed': 8,
    '/gaps/0/id': 10,
    '/gaps/0/reason': 10,
    '/deadlines/answerMs': 11,
  };
  for (const [where, line] of Object.entries(places)) expect(stderr).toContain(`  ${where} (line ${line}): expected`);
  for (const value of ['in the open', 'a3f51c0de9b84f6277d1', '4000000000000003', 'ftp:'])
    expect(stderr).not.toContain(value);
});

const far =
  'name: far\nkind: production\nbaseUrl: http://192.0.2.1\ncredentials:\n  - { label: main, tokenIdEnv: A, secretEnv: B }\n';

for (const { why, kind = 'production', words, told: message } of [
  {
    why: 'what would make a sandbox of production',
    words: ['run', '--set', 'kind=sandbox', '--allow-money', '192.0.2.1'],
    told: /--set kind: expected production, as the file says, got another kind/,
  },
  { why: 'a run on production, which no file allows', words: ['run'], told: /Add --allow-money 192\.0\.2\.1\. To/ },
  {
    why: 'a run where nobody said that it may pay',
    kind: 'sandbox',
    words: ['run', '--set', 'allowMoney=192.0.2.2'],
    told: /got allowMoney: 192\.0\.2\.2\. Add .* the line allowMoney: 192\.0\.2\.1 to the target file\. To only read, use --tier passive/,
  },
  {
    why: 'a campaign there',
    kind: 'vendor',
    words: ['fuzz', '--posts', '5', '--seed', '1'],
    told: /--allow-money: expected 192\.0\.2\.1, .*To only read, use --posts 0 or --tier passive/,
  },
])
  test(`refuses ${why}`, async ({ folder }) => {
    const file = kind === 'production' ? far.replace('credentials', 'allowMoney: 192.0.2.1\ncredentials') : far;
    writeFileSync(join(folder, 'far.yaml'), file.replace('production', kind));
    const env = { A: 'TKN-00000000', B: 'f00dfeedf00dfeed' };
    const [command = '', ...rest] = words;
    const { code, stdout, stderr } = await assay([command, '--target', 'far.yaml', ...rest], { folder, env });
    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

test('names the flag or variable that made a valid target file invalid', async ({ folder }) => {
  const text =
    'name: sound\nkind: vendor\nbaseUrl: http://127.0.0.1:9\ncredentials:\n  - { label: main, tokenIdEnv: A, secretEnv: B }\n';
  writeFileSync(join(folder, 'sound.yaml'), text);
  const env = { A: 'TKN-00000000', B: 'f00dfeedf00dfeed', ASSAY_BASE_URL: 'http://user:do-not-repeat-me@bank.example' };
  const stderr = await refused(
    ['run', '--target', 'sound.yaml', '--set', 'credentials.0.secret=do-not-repeat-me'],
    folder,
    env,
  );
  expect(stderr).toContain('  $ASSAY_BASE_URL: expected an address');
  expect(stderr).toContain('  --set credentials.0.secret: expected the name of an environment variable');
  expect(stderr).not.toContain('do-not-repeat-me');
});

test('refuses a malformed experiments file, and an inbox without a port', async ({ folder }) => {
  const text =
    'name: shop\nkind: vendor\nbaseUrl: http://127.0.0.1:9\ncredentials:\n  - { label: main, tokenIdEnv: A, secretEnv: B }\n';
  writeFileSync(join(folder, 'shop.yaml'), text);
  const env = { A: 'TKN-00000000', B: 'f00dfeedf00dfeed' };
  const inbox = await refused(['inbox', '--target', 'shop.yaml'], folder, env);
  expect(inbox).toContain('webhook.listen.port: expected a port of its own');
  writeFileSync(join(folder, 'shop.experiments.json'), '{"version":1,"experiments":[{}],"listened":[]}');
  const stderr = await refused(['run', '--target', 'shop.yaml'], folder, env);
  expect(stderr).toMatch(/shop\.experiments\.json cannot be used:\n.*expected experiments on deliveries/);
});

test('refuses to overwrite an earlier run, whose journal it would continue', async ({ folder }) => {
  const out = join(folder, 'earlier');
  mkdirSync(out);
  writeFileSync(join(out, 'verdict.json'), '{"exit":0}');
  expect(await refused(['run', '--only', 'MTD', '--out', out], folder)).toContain('expected a new or empty folder');
  expect(readFileSync(join(out, 'verdict.json'), 'utf8')).toBe('{"exit":0}');
});

test('refuses a journal without a first line, and an unreadable one', async ({ folder }) => {
  const journal = join(folder, 'journal');
  mkdirSync(journal);
  writeFileSync(join(journal, 'p0.ndjson'), '{"kind":"swept","atNs":"1","lines":0}\n');
  expect(await refused(['judge', journal], folder)).toContain('a journal without its run line');
  writeFileSync(join(journal, 'p0.ndjson'), 'no JSON\n');
  expect(await refused(['judge', folder], folder)).toContain('got none at p0.ndjson:1');
  writeFileSync(join(journal, 'p0.ndjson'), 'null\n');
  const stderr = await refused(['judge', folder], folder);
  expect(stderr).toContain('expected an object, got null, at p0.ndjson:1');
  expect(stderr).not.toMatch(/TypeError|^ +at /m);
});

test('refuses a contract that does not compile, with the place', async ({ folder }) => {
  const place = join(folder, 'contract.json');
  const contract = JSON.parse(readFileSync(join(packageRoot, 'schemas', 'openapi.json'), 'utf8')) as {
    components: { schemas: Record<string, unknown> };
  };
  const schemas = {
    ...contract.components.schemas,
    Balance: { type: 'figure' },
    Exact: { type: 'string', pattern: '(' },
  };
  writeFileSync(place, JSON.stringify({ ...contract, components: { ...contract.components, schemas } }));
  const target = {
    name: 'a vendor',
    kind: 'vendor',
    baseUrl: 'http://127.0.0.1:9',
    credentials: [{ label: 'main', tokenIdEnv: 'HOSTILE_TOKEN', secretEnv: 'HOSTILE_SECRET' }],
    envFile: 'vendor.env',
    contract: 'contract.json',
  };
  writeFileSync(join(folder, 'vendor.env'), 'HOSTILE_TOKEN=TKN-00000000\nHOSTILE_SECRET=f00dfeedf00dfeed\n');
  writeFileSync(join(folder, 'with-contract.json'), JSON.stringify(target));
  const stderr = await refused(['run', '--target', 'with-contract.json'], folder);
  for (const pointer of ['#/components/schemas/Balance/type', '#/components/schemas/Exact'])
    expect(stderr).toContain(pointer);
});

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { statementIn } from '../../support/certificate/forgery.ts';
import { assay, command } from '../../support/product/assayCommand.ts';
import { type Ended, ended, start } from '../../support/product/childProcess.ts';
import { test as base, once } from '../../support/product/productTest.ts';

base.describe.configure({ mode: 'default' });

const nonce = 'a-nonce-of-an-operator';

/** What a vendor has made: his folder, and what the command printed. */
interface Made extends Ended {
  folder: string;
  bundle: string;
}

const test = base.extend<object, { made: () => Promise<Made> }>({
  made: [
    async ({ sharedFolder: folder, service }, use) => use(once(() => vendor(folder, service.targetFile))),
    { scope: 'worker' },
  ],
});

/** Makes a key and a small certificate, as docs/certificates.md tells a vendor. */
async function vendor(folder: string, targetFile: string): Promise<Made> {
  const key = await assay(['keygen'], { folder });
  expect(key.code, key.stderr).toBe(0);
  const words = ['--target', targetFile, '--profile', 'smoke', '--posts', '5', '--challenge', nonce, '--out', 'out'];
  const env = { ASSAY_CERTIFICATE_KEY_FILE: 'assay-key.pem' };
  const result = await ended(start([...command, 'certify', ...words], { folder, env }));
  return { ...result, folder, bundle: join(folder, 'out', 'bundle') };
}

const node = (words: readonly string[], folder: string) => ended(start(['node', ...words], { folder }));

test('a certificate says its level first, and prints what it will send before it sends anything', async ({ made }) => {
  const { code, stdout, stderr } = await made();
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('level: challenged: the signer asked, after somebody gave him a nonce');
  expect(stdout).toContain('not a full certificate: it rests on the smoke profile');
  const [plan = '', begins = ''] = stderr.split('the run begins');
  expect(plan).toMatch(/in all: at most \d+ POST, about \d+ minutes/);
  expect(begins).toMatch(/the campaign begins.*making the bundle.*verifying the bundle.*judging \d+ lines/s);
  expect(stdout.match(/^level: /gm)).toHaveLength(1);
});

test('verify.mjs alone, in an empty folder, verifies a copied bundle and refuses it after one edit', async ({
  made,
  folder,
}) => {
  const { bundle, folder: vendors } = await made();
  const written = await node([join(packageRoot, 'scripts/dev/verifier.js'), join(folder, 'verify.mjs')], folder);
  expect(written.code, written.stderr).toBe(0);
  cpSync(bundle, join(folder, 'bundle'), { recursive: true });
  const words = ['verify.mjs', 'bundle', '--key', join(vendors, 'assay-key.pub.pem'), '--challenge', nonce];
  const verified = await node(words, folder);
  expect(verified.code, verified.stdout + verified.stderr).toBe(0);
  expect(verified.stdout.split('\n')[0]).toBe('level: challenged: the signer asked, after somebody gave him a nonce');
  expect(verified.stdout).toContain('It does not prove which server answered');
  expect(verified.stderr).toMatch(
    /reading \d+ files, a few seconds\njudging \d+ lines of the journal again, about \d+ s/,
  );
  writeFileSync(join(folder, 'bundle', 'report.html'), 'better');
  const refused = await node([...words, '--json'], folder);
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stdout)).toMatchObject({ verified: false, code: 'changedFile' });
  const misused = await node(['verify.mjs', 'nothing'], folder);
  expect(misused).toMatchObject({ code: 2, stdout: '' });
  expect(misused.stderr).toContain('expected the folder of a bundle, got nothing there');
});

test('a program written from the specifications alone reads the statement', async ({ made, folder }) => {
  const { bundle, folder: vendors } = await made();
  const reader = join(packageRoot, 'examples/readStatement.mjs');
  const key = join(vendors, 'assay-key.pub.pem');
  const read = await node([reader, join(bundle, 'statement.json'), key, bundle], folder);
  expect(read.code, read.stderr).toBe(0);
  const { subject } = statementIn(bundle);
  expect(read.stdout).toMatch(
    new RegExp(`^(?:PASSED|WARNED): \\d+ passed, 0 warned, 0 failed, ${subject.length} subjects\n$`),
  );
  cpSync(bundle, join(folder, 'bundle'), { recursive: true });
  rmSync(join(folder, 'bundle', 'journal', 'p0.ndjson'));
  const without = await node([reader, join(bundle, 'statement.json'), key, join(folder, 'bundle')], folder);
  expect(without.stderr).toBe('refused: journal/p0.ndjson is missing\n');
  const other = join(folder, 'other');
  await assay(['keygen', '--out', other], { folder });
  const foreign = await node([reader, join(bundle, 'statement.json'), `${other}.pub.pem`], folder);
  expect(foreign.stderr).toBe('refused: no signature is one of this key\n');
});

test('neither the bundle nor the output holds the private key', async ({ made }) => {
  const { bundle, folder, stdout, stderr } = await made();
  const secret = readFileSync(join(folder, 'assay-key.pem'), 'utf8').split('\n')[1] ?? '';
  const texts = ['statement.json', 'verdict.json', 'campaign.json', 'journal/run.ndjson', 'certificate.html'];
  const all = [stdout, stderr, ...texts.map((name) => readFileSync(join(bundle, name), 'utf8'))];
  expect(all.filter((text) => text.includes(secret))).toEqual([]);
});

for (const [what, words, env, sentence] of [
  ['no target', [], {}, '--target: expected a target file, or the address of a server, got none'],
  ['no key', ['--target', 't.json'], {}, '--key: expected an Ed25519 private key in PEM, got no option'],
  [
    'a key on the command line',
    ['--target', 't.json', '--key', '-----BEGIN PRIVATE KEY-----'],
    {},
    'Others can read a command line',
  ],
  ['a key that is none', ['--target', 't.json'], { ASSAY_CERTIFICATE_KEY: 'hunter2' }, 'got a text that is no key'],
  ['a short nonce', ['--target', 't.json', '--challenge', 'short'], {}, '--challenge: expected 16 to 128'],
] as const)
  test(`certify with ${what} is wrong usage, and shows no secret`, async ({ folder }) => {
    writeFileSync(join(folder, 't.json'), '{}');
    const { code, stderr } = await ended(start([...command, 'certify', ...words], { folder, env }));
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/hunter2|^\s+at /m);
  });

test('certify names all problems of its options and files at once, before anything is sent', async ({ folder }) => {
  const target = {
    ...{ name: 'far', kind: 'sandbox', baseUrl: 'https://far.example', quota: { postPerMinute: 1 } },
    credentials: [{ label: 'main', tokenIdEnv: 'FAR_ID', secretEnv: 'FAR_SECRET' }],
  };
  writeFileSync(join(folder, 't.json'), JSON.stringify(target));
  writeFileSync(join(folder, 'known.yaml'), '- id: PAY-12\n  combination: x\n  reason: old\n  until: 2020-01-01\n');
  const words = ['--target', 't.json', '--money', 'plenty', '--known', 'known.yaml', '--posts', '100000'];
  const env = { FAR_ID: 'a-token-of-far', FAR_SECRET: 'a-secret-of-far-0123456789' };
  const { code, stderr } = await assay(['certify', ...words], { folder, env });
  expect(code).toBe(2);
  for (const part of [
    '--key: expected',
    '--money: expected amounts',
    'until: 2020-01-01',
    '--allow-money: expected far.example',
    'days by the quota',
  ])
    expect(stderr).toContain(part);
  const none = await assay(['certify', '--target', 't.json', '--known', 'none.yaml'], { folder });
  expect(none.stderr).toContain('none.yaml: expected a file of known failures, got no such file');
});

test('a key that others may read is refused', async ({ folder }) => {
  mkdirSync(join(folder, 'keys'));
  writeFileSync(join(folder, 'keys', 'open.pem'), 'x', { mode: 0o644 });
  writeFileSync(join(folder, 't.json'), '{}');
  const { code, stderr } = await assay(['certify', '--target', 't.json', '--key', 'keys/open.pem'], { folder });
  expect(code).toBe(2);
  expect(stderr).toContain('a file that others may use (mode 644). Run chmod 600 keys/open.pem.');
});

test('a key is never overwritten', async ({ folder }) => {
  await assay(['keygen', '--out', 'k'], { folder });
  const { code, stderr } = await assay(['keygen', '--out', 'k'], { folder });
  expect(code).toBe(2);
  expect(stderr).toContain('expected a new file, got a file that is there already');
});

test('keygen leaves no half of a pair behind', async ({ folder }) => {
  writeFileSync(join(folder, 'a.pem'), 'mine');
  const secretTaken = await assay(['keygen', '--out', 'a'], { folder });
  expect(secretTaken.code).toBe(2);
  expect(existsSync(join(folder, 'a.pub.pem'))).toBe(false);
  expect(readFileSync(join(folder, 'a.pem'), 'utf8')).toBe('mine');
  writeFileSync(join(folder, 'b.pub.pem'), 'mine');
  const publicTaken = await assay(['keygen', '--out', 'b'], { folder });
  expect(publicTaken.stderr).toContain('b.pub.pem: expected a new file');
  expect(existsSync(join(folder, 'b.pem'))).toBe(false);
});

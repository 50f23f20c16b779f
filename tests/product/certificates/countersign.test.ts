import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { certificateOf, statementIn } from '../../support/certificate/forgery.ts';
import { collectHere, sampleBundle, sampleRun, writeSampleKey } from '../../support/certificate/sampleBundle.ts';
import { type Change, pass } from '../../support/network/proxy.ts';
import { serve } from '../../support/network/testServer.ts';
import { assay } from '../../support/product/assayCommand.ts';
import { test as base, once } from '../../support/product/productTest.ts';
import { targetFileThrough } from '../../support/product/startEmulator.ts';

base.describe.configure({ mode: 'default' });

/** A server that can change its answers, and a bundle about it that was made while it did not. */
interface Place {
  bundle: string;
  targetFile: string;
  vendorKey: string;
  /** Answers from now on with this change. */
  become(change: Change): void;
}

const honest: Change = (answer) => answer;

/** Lists each method with a fee that is no number: whoever asks for the methods sees it. */
const feesAsTexts: Change = (answer, { path }) =>
  path === '/v1/user/methods' && answer.status === 200
    ? { ...answer, body: Buffer.from(answer.body.toString().replace(/"percent":([\d.]+)/g, '"percent":"$1 %"')) }
    : answer;

const test = base.extend<{ place: Place }, { shared: () => Promise<Place> }>({
  shared: [
    async ({ sharedFolder: folder, service }, use) => {
      let current = honest;
      const server = await serve(pass(service.url, (answer, asked) => current(answer, asked)));
      const targetFile = targetFileThrough(service.targetFile, 'public', { from: service.url, to: server.url });
      const make = async () => {
        await collectHere();
        await sampleBundle(join(folder, 'bundle'), await sampleRun(folder, { targetFile }));
        const become = (change: Change) => {
          current = change;
        };
        return { bundle: join(folder, 'bundle'), targetFile, vendorKey: writeSampleKey(folder), become };
      };
      await use(once(make));
      await server.close();
    },
    { scope: 'worker' },
  ],
  // Each test has a copy of the bundle, before an honest server.
  place: async ({ shared, folder }, use) => {
    const made = await shared();
    made.become(honest);
    cpSync(made.bundle, join(folder, 'bundle'), { recursive: true });
    await assay(['keygen', '--out', 'operator'], { folder });
    await use({ ...made, bundle: join(folder, 'bundle') });
  },
});

/** Countersigns the bundle with a small sample, at no pace. */
const countersign = (folder: string, { targetFile, vendorKey }: Place) => {
  const keys = ['--key', 'operator.pem', '--vendor-key', vendorKey];
  const size = ['--posts', '2', '--pace', '0', '--out', 'run'];
  return assay(['countersign', 'bundle', '--target', targetFile, ...keys, ...size], { folder });
};

/** What the only countersignature of a bundle says. */
function signedIn(bundle: string) {
  const [name = ''] = readdirSync(join(bundle, 'countersignatures'));
  const { payload } = JSON.parse(readFileSync(join(bundle, 'countersignatures', name), 'utf8')) as { payload: string };
  return JSON.parse(Buffer.from(payload, 'base64').toString()).predicate;
}

test('an honest server is agreed with, and the level is countersigned for whoever names the key', {
  tag: '@full',
}, async ({ folder, place }) => {
  const { code, stdout, stderr } = await countersign(folder, place);
  expect(code, stdout + stderr).toBe(0);
  expect(stderr).toContain('the bundle is verified, level challenged');
  expect(stdout).toMatch(/^asked \d+ requirements/);
  expect(stderr).toMatch(/drawn: \d+ requirements for about \d POSTs, at most 2/);
  expect(stdout).toMatch(
    /\nsigned by SHA256:\S+: bundle\/countersignatures\/\S+\.json; keep a copy of it\nAGREEMENT: .*\n$/,
  );
  const { result, failedTests, assayCountersignature } = signedIn(place.bundle);
  expect({ result, failedTests }).toEqual({ result: 'PASSED', failedTests: [] });
  expect(assayCountersignature.requests.posts).toBeLessThanOrEqual(2);
  const { claims } = certificateOf(statementIn(place.bundle));
  const claimed = [...claims.passed, ...claims.warned, ...claims.failed];
  expect(assayCountersignature.drawn.filter((id: string) => !claimed.includes(id))).toEqual([]);
  const named = await assay(['verify', 'bundle', '--countersigner', 'operator.pub.pem'], { folder });
  expect(named.stdout.split('\n')[0]).toMatch(/^level: countersigned: /);
  const unnamed = await assay(['verify', 'bundle'], { folder });
  expect(unnamed.stdout.split('\n')[0]).toMatch(/^level: challenged: /);
  expect(unnamed.stdout).toContain('countersignatures: 1, by keys that you did not name (--countersigner)');
});

test('a server that answers the countersigner otherwise is contradicted, and verify says in what', {
  tag: '@full',
}, async ({ folder, place }) => {
  place.become(feesAsTexts);
  const { code, stdout, stderr } = await countersign(folder, place);
  expect(code, stdout + stderr).toBe(1);
  expect(stdout).toMatch(/\n {2}MTD-01 holds by the certificate, and here /);
  expect(stdout).toMatch(/\nCONTRADICTION: the address does not do what the certificate says\n$/);
  expect(stdout).not.toContain('verified');
  expect(signedIn(place.bundle)).toMatchObject({ result: 'FAILED', failedTests: expect.arrayContaining(['MTD-01']) });
  const { code: refused, stdout: why } = await assay(['verify', 'bundle', '--countersigner', 'operator.pub.pem'], {
    folder,
  });
  expect(refused).toBe(1);
  expect(why).toMatch(/^refused: its countersigner asked again, and the address contradicted it in .*MTD-01/);
});

test('a server that answers nothing usable is neither agreed with nor contradicted', { tag: '@full' }, async ({
  folder,
  place,
}) => {
  place.become((answer) => ({ ...answer, status: 503, body: Buffer.from('') }));
  const { code, stdout } = await countersign(folder, place);
  expect(code, stdout).toBe(4);
  expect(stdout).toContain('UNDECIDED: too little of the sample could be judged, so nothing was signed');
  expect(existsSync(join(place.bundle, 'countersignatures'))).toBe(false);
});

test('a bundle that a foreign key signed, or that was changed, is not asked about', { tag: '@full' }, async ({
  folder,
  place,
}) => {
  await assay(['keygen', '--out', 'foreign'], { folder });
  let asked = 0;
  place.become((answer) => {
    asked += 1;
    return answer;
  });
  const foreign = await countersign(folder, { ...place, vendorKey: 'foreign.pub.pem' });
  expect(foreign.code, foreign.stderr).toBe(1);
  expect(foreign.stdout).toMatch(/^refused: a foreign key signed it: expected SHA256:\S+, got SHA256:\S+\n$/);
  writeFileSync(join(place.bundle, 'report.html'), 'better');
  const changed = await countersign(folder, place);
  expect(changed.code, changed.stderr).toBe(1);
  expect(changed.stdout).toMatch(/^refused: report\.html was changed/);
  expect(asked).toBe(0);
});

test('another address than that of the certificate is wrong usage', async ({ folder, place, service }) => {
  const { code, stderr } = await countersign(folder, { ...place, targetFile: service.targetFile });
  expect(code).toBe(2);
  expect(stderr).toContain(`which the certificate is about, got ${service.url}`);
  expect(stderr).toContain('A certificate says nothing about another address: ask the vendor for one about yours.');
  expect(stderr).not.toContain('verifying');
  expect(existsSync(join(place.bundle, 'countersignatures'))).toBe(false);
});

test('wrong usage is said before anything is asked, and shows no secret', async ({ folder, place }) => {
  const words = ['countersign', 'bundle', '--key', 'operator.pem'];
  const none = await assay(words, { folder });
  expect(none.code).toBe(2);
  expect(none.stderr).toContain('--target: expected your own target file for the address, got none');
  const sizes = await assay([...words, '--target', place.targetFile, '--posts', 'x', '--pace', '-1'], { folder });
  expect(sizes.code).toBe(2);
  expect(sizes.stderr).toMatch(/--posts: expected .*\n.*--pace: expected /);
  const nothing = await assay(['countersign', 'none', '--key', 'operator.pem', '--target', place.targetFile], {
    folder,
  });
  expect(nothing.code).toBe(2);
  expect(nothing.stderr).toContain('none: expected the folder of a bundle, got nothing there');
  const open = await assay(['countersign', 'bundle', '--key', 'operator.pub.pem'], { folder });
  expect(open.code).toBe(2);
  expect(open.stderr).not.toMatch(/^\s+at /m);
});

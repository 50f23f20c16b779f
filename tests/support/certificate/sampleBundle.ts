import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBundle } from '../../../certificate/bundle/readBundle.ts';
import { certificateIn, storeCountersignature, subjectOfStatement } from '../../../certificate/bundle/writeBundle.ts';
import { countersignedStatement } from '../../../certificate/countersign/countersignature.ts';
import { newKeys, privateKeyFrom, publicHalf } from '../../../certificate/keys/keys.ts';
import { makeBundle, type Signing } from '../../../certificate/make/makeBundle.ts';
import type { CertificateStatement } from '../../../certificate/statement/certificate.ts';
import { seedOfChallenge } from '../../../certificate/statement/challenge.ts';
import { collectSpecs } from '../../../runner/requirement/inProcessRunner.ts';
import { type Build, thisBuild } from '../../../schemas/thisBuild.ts';
import type { RunLine } from '../../../traffic/journal/journalTypes.ts';
import { decide } from '../../../traffic/system/environment.ts';
import { assayInto } from '../product/assayCommand.ts';
import type { Service } from '../product/startEmulator.ts';

/** The nonce of the sample. */
export const sampleNonce = 'a-nonce-for-the-tests';

/** The key that signs the sample. */
export const sampleKey = privateKeyFrom(newKeys().secret);

/** Writes the public half of that key into a folder, and returns its file. */
export function writeSampleKey(folder: string): string {
  const file = join(folder, 'vendor.pub.pem');
  writeFileSync(file, publicHalf(sampleKey).export({ type: 'spki', format: 'pem' }));
  return file;
}

/** A run for a certificate: its folder. */
export interface SampleRun {
  out: string;
}

/** Returns the first line of the journal of a run. */
const sampleRunLine = ({ out }: SampleRun): RunLine =>
  JSON.parse(readFileSync(join(out, 'journal', 'run.ndjson'), 'utf8').split('\n')[0] ?? '');

/** The build of the tests, which is that of the product: both come from the same sources. */
function sampleBuild(): Build {
  if (!thisBuild) throw new Error('expected a build, got sources that run directly');
  return thisBuild;
}

/** Collects the specs in this process, once. */
export async function collectHere(): Promise<void> {
  decide('ASSAY_COLLECTS', '1');
  await collectSpecs();
}

/** Makes a short run that is bound to the nonce of the sample. */
export async function sampleRun(folder: string, { targetFile }: Pick<Service, 'targetFile'>): Promise<SampleRun> {
  const seed = String(seedOfChallenge(sampleNonce));
  const words = ['run', '--target', targetFile, '--only', 'MTD,PIN-02,PAY-12,AUT-07', '--report', 'html'];
  const { out, stderr } = await assayInto('run', [...words, '--seed', seed], {
    folder,
    env: { ASSAY_CHALLENGE: sampleNonce },
  });
  const line = sampleRunLine({ out });
  const { name, kind, baseUrl } = line.target;
  writeFileSync(
    join(out, 'campaign.json'),
    JSON.stringify({
      ...{ version: 1, run: line.run, seed: Number(seed), ended: 'spent', cases: 3 },
      target: { name, kind, baseUrl },
      ...{ spent: { posts: 2, gets: 9 }, broken: [], findings: [], stderr: stderr.length },
    }),
  );
  return { out };
}

/** Adds what an operator with a new key signed about a bundle. */
export function countersignSample(folder: string): void {
  const key = privateKeyFrom(newKeys().secret);
  const bundle = readBundle(folder);
  const { target, run } = certificateIn(bundle);
  const { version, sources } = sampleBuild();
  const facts = {
    ...{ target, run, journal: [], earlier: [], requests: { posts: 1, gets: 1, mostPosts: 1 } },
    suite: { version, build: sources, node: process.version },
    issuedAt: new Date().toISOString(),
  };
  const asked = { drawn: ['MTD-01'], agreed: ['MTD-01'], contradicted: [], undecided: [], better: [] };
  const said = { asked, finding: 'agreement', facts, key: publicHalf(key) } as const;
  storeCountersignature(folder, countersignedStatement(subjectOfStatement(bundle), said), key);
}

/** Makes a bundle of a run, signed by the key of the sample. */
export function sampleBundle(
  folder: string,
  { out }: SampleRun,
  changes: Partial<Signing> = {},
): Promise<CertificateStatement> {
  return makeBundle(
    folder,
    {
      journal: join(out, 'journal'),
      campaign: join(out, 'campaign.json'),
      knownFailures: [],
      host: { host: new URL(sampleRunLine({ out }).target.baseUrl).host, addresses: ['127.0.0.1'] },
      build: sampleBuild(),
      node: process.version,
    },
    { key: sampleKey, level: 'challenged', challenge: sampleNonce, now: new Date(), days: 90, ...changes },
  );
}

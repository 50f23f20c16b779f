import type { KeyObject } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, readBundle } from '../../certificate/bundle/readBundle.ts';
import {
  certificateIn,
  nextCountersignature,
  signerIn,
  storeCountersignature,
  subjectOfStatement,
} from '../../certificate/bundle/writeBundle.ts';
import {
  type Asked,
  compareClaims,
  countersignedStatement,
  findingOf,
} from '../../certificate/countersign/countersignature.ts';
import { fingerprintOf, publicHalf } from '../../certificate/keys/keys.ts';
import type { Certificate } from '../../certificate/statement/certificate.ts';
import type { Subject } from '../../certificate/statement/statement.ts';
import { refuseNoFolder } from '../../certificate/verify/verifyCommand.ts';
import { escapeLine } from '../../reports/text/escape.ts';
import { thisBuild } from '../../schemas/thisBuild.ts';
import { runFilesOf } from '../../traffic/journal/run.ts';
import { ConfigurationError, checkedTogether } from '../../traffic/system/configurationError.ts';
import { decideOverrides, overridesFrom } from '../../traffic/target/file/overrides.ts';
import { readTarget } from '../../traffic/target/target.ts';
import { type Answered, askTarget } from './askTarget.ts';
import { hostFacts } from './certificate/hostFacts.ts';
import { runStep } from './certificate/runStep.ts';
import { signingKey } from './certificate/signingKey.ts';
import { namedTarget, placeOf } from './prepare/namedTarget.ts';
import { isProblem } from './prepare/selectionOptions.ts';
import { wholeNumber } from './prepare/wholeNumber.ts';

/** The options of `assay countersign`. */
export interface CountersignOptions {
  target?: string;
  set?: readonly string[];
  key?: string;
  vendorKey?: string;
  posts?: string;
  pace?: string;
  out?: string;
  allowMoney?: string;
}

/** The most POSTs of a sample, and the mean wait before a request in ms. */
const posted = { usual: 40, least: 0, most: 1_000 };
const paced = { usual: 400, least: 0, most: 600_000 };

/** Returns the numbers of the options. Throws ConfigurationError with all problems at once. */
function sizeOf({ posts: wished, pace }: CountersignOptions): { posts: number; paceMs: number } {
  const [posts, paceMs] = [wholeNumber('--posts', wished, posted), wholeNumber('--pace', pace, paced)];
  if (isProblem(posts) || isProblem(paceMs))
    throw new ConfigurationError('the sample', [posts, paceMs].filter(isProblem));
  return { posts, paceMs };
}

const bare = (address: string) => address.replace(/\/+$/, '');

/** Refuses to ask another address than the one that the certificate is about. Throws ConfigurationError. */
function refuseOtherAddress({ target }: Certificate, baseUrl: string): void {
  if (bare(target.baseUrl) === bare(baseUrl)) return;
  throw new ConfigurationError('--target', [
    {
      where: 'baseUrl',
      wanted: `${target.baseUrl}, which the certificate is about`,
      seen: baseUrl,
      hint: 'A certificate says nothing about another address: ask the vendor for one about yours.',
    },
  ]);
}

const journalSubjects = (out: string): Promise<Subject[]> => {
  const folder = runFilesOf(out).journal;
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .sort();
  return Promise.all(
    names.map(async (name) => ({
      name: `journal/${name}`,
      digest: { sha256: await digestOf({ path: name, place: join(folder, name), bytes: Number.MAX_SAFE_INTEGER }) },
    })),
  );
};

/** Returns the results of a verdict with their first sentence. */
const resultsOf = ({ requirements }: Answered['verdict']) =>
  requirements.map(({ id, outcome, findings }) => ({ id, outcome, because: findings[0]?.seen.slice(0, 500) }));

/** Says in lines what was asked and what came of it. */
function linesOf({ drawn, agreed, contradicted, undecided, better }: Asked): string[] {
  return [
    `asked ${drawn.length} requirements of the certificate: ${agreed.length} as it says, ${contradicted.length} contradicted, ${undecided.length} undecided`,
    ...contradicted.map(({ id, seen }) => `  ${id} holds by the certificate, and here ${escapeLine(seen)}`),
    ...better.map((id) => `  ${id} fails by the certificate, and held here`),
  ];
}

/** What each finding means for the exit code, and in words. */
const ends = {
  agreement: { code: 0, words: 'AGREEMENT: the address answered this sample as the certificate says' },
  contradiction: { code: 1, words: 'CONTRADICTION: the address does not do what the certificate says' },
  undecided: { code: 4, words: 'UNDECIDED: too little of the sample could be judged, so nothing was signed' },
} as const;

/** The bundle that is asked about, and what its certificate says. */
interface Questioned {
  folder: string;
  certificate: Certificate;
}

/** Verifies the bundle without traffic in a process of its own. Returns the exit code if it is refused, or if there is no bundle or no key at that place. */
async function verified(folder: string, vendorKey: string | undefined): Promise<Questioned | number> {
  const code = await runStep(['verify', folder, ...(vendorKey === undefined ? [] : ['--key', vendorKey])]);
  return code === 0 ? { folder, certificate: certificateIn(readBundle(folder)) } : code;
}

/** Signs what came of the sample, and stores it in the bundle. */
async function signed(
  { folder }: Questioned,
  { asked, finding, key }: { asked: Asked; finding: 'agreement' | 'contradiction'; key: ReturnType<typeof signingKey> },
  { verdict, sample, out, mostPosts }: Answered & { mostPosts: number },
): Promise<string> {
  const { header, target } = verdict;
  const { version = 'unknown', sources = 'unknown' } = thisBuild ?? {};
  const facts = {
    target: { ...target, ...(await hostFacts(target.baseUrl)) },
    suite: { version, build: sources, node: process.version },
    run: { ...header.run, day: sample.selection.day },
    journal: await journalSubjects(out),
    requests: { posts: header.exchanges.post, gets: header.exchanges.get, mostPosts },
    issuedAt: new Date().toISOString(),
  };
  const statement = countersignedStatement(subjectOfStatement(readBundle(folder)), {
    asked,
    finding,
    facts,
    key: publicHalf(key),
  });
  return storeCountersignature(folder, statement, key);
}

/** Refuses the key that signed the certificate: nobody is somebody else. Throws ConfigurationError. */
function refuseOwnKey(folder: string, key: KeyObject): void {
  const seen = fingerprintOf(publicHalf(key));
  if (seen !== signerIn(readBundle(folder))) return;
  const [wanted, hint] = ['a key of your own', 'Make one with assay keygen. This one signed the certificate itself.'];
  throw new ConfigurationError('--key', [{ where: '--key', wanted, seen, hint }]);
}

/** Returns the target of the operator, as it was named, and its base address. Throws ConfigurationError. */
function ownTarget({ target, set = [] }: CountersignOptions): { named: string; baseUrl: string } {
  const named = namedTarget(target);
  const hint = 'Name it with --target.';
  if (named === undefined)
    throw new ConfigurationError('--target', [
      { where: '--target', wanted: 'your own target file for the address', seen: 'none', hint },
    ]);
  const place = placeOf(named);
  decideOverrides(overridesFrom(set, place));
  return { named, baseUrl: readTarget(place).baseUrl };
}

/** Asks a drawn sample of a certificate again, at the public address, and signs agreement or contradiction; returns the exit code. */
export async function countersign(folder: string, options: CountersignOptions): Promise<number> {
  const [, key, { posts, paceMs }, { named, baseUrl }] = checkedTogether('assay countersign', [
    () => refuseNoFolder(folder),
    () => signingKey(options.key),
    () => sizeOf(options),
    () => ownTarget(options),
  ]);
  const questioned = await verified(folder, options.vendorKey);
  if (typeof questioned === 'number') return questioned;
  const { certificate } = questioned;
  refuseOtherAddress(certificate, baseUrl);
  refuseOwnKey(folder, key);
  nextCountersignature(folder, key);
  const { passed, warned, failed } = certificate.claims;
  const { set, allowMoney, out } = options;
  const answered = await askTarget([...passed, ...warned, ...failed], {
    target: named,
    posts,
    paceMs,
    ...(set && { set }),
    ...(allowMoney !== undefined && { allowMoney }),
    ...(out !== undefined && { out }),
  });
  const asked = compareClaims(certificate.claims, answered.sample.drawn, resultsOf(answered.verdict));
  const finding = findingOf(asked);
  const lines = [...linesOf(asked), ends[finding].words];
  if (finding !== 'undecided') {
    const name = await signed(questioned, { asked, finding, key }, { ...answered, mostPosts: posts });
    lines.push(`signed by ${fingerprintOf(publicHalf(key))}: ${join(folder, name)}`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
  return ends[finding].code;
}

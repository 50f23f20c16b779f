import type { KeyObject } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countersignaturesOf } from '../../certificate/bundle/countersignatures.ts';
import { type Bundle, digestOf, readBundle } from '../../certificate/bundle/readBundle.ts';
import { certificateIn, storeCountersignature, subjectOfStatement } from '../../certificate/bundle/writeBundle.ts';
import {
  type Asked,
  compareClaims,
  countersignedStatement,
  findingOf,
} from '../../certificate/countersign/countersignature.ts';
import { fingerprintOf, publicHalf } from '../../certificate/keys/keys.ts';
import type { Certificate } from '../../certificate/statement/certificate.ts';
import type { Subject } from '../../certificate/statement/statement.ts';
import { escapeLine } from '../../reports/text/escape.ts';
import { thisBuild } from '../../schemas/thisBuild.ts';
import { runFilesOf } from '../../traffic/journal/run.ts';
import { type Answered, askTarget } from './askTarget.ts';
import { hostFacts } from './certificate/hostFacts.ts';
import { runStep } from './certificate/runStep.ts';
import { type CountersignOptions, countersignUsage } from './countersign/usage.ts';
import { say } from './process/say.ts';

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

/** Verifies the bundle without traffic in a process of its own, whose verdict is not the one of this command. Returns the exit code if it is refused. */
async function verified(folder: string, vendorKey: string | undefined): Promise<Questioned | number> {
  const place = mkdtempSync(join(tmpdir(), 'assay-verified-'));
  const results = join(place, 'verified.json');
  try {
    const words = ['verify', folder, '--json', ...(vendorKey === undefined ? [] : ['--key', vendorKey])];
    const code = await runStep(words, { results });
    if (code > 1) return code;
    const { why = '', level = '' } = JSON.parse(readFileSync(results, 'utf8')) as { why?: string; level?: string };
    if (code === 1) process.stdout.write(`refused: ${escapeLine(why)}\n`);
    else say(`the bundle is verified, level ${level}: the address is asked`);
    return code === 0 ? { folder, certificate: certificateIn(readBundle(folder)) } : code;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Returns the digests of what this key has signed about the bundle before. */
function earlierOf(bundle: Bundle, key: KeyObject): string[] {
  const own = fingerprintOf(publicHalf(key));
  return countersignaturesOf(bundle).flatMap(({ signer, digest }) => (signer === own ? [digest] : []));
}

/** Signs what came of the sample, and stores it in the bundle. */
async function signed(
  { folder }: Questioned,
  { asked, finding, key }: { asked: Asked; finding: 'agreement' | 'contradiction'; key: KeyObject },
  { verdict, sample, out, mostPosts }: Answered & { mostPosts: number },
): Promise<string> {
  const bundle = readBundle(folder);
  const { header, target } = verdict;
  const { version = 'unknown', sources = 'unknown' } = thisBuild ?? {};
  const facts = {
    target: { ...target, ...(await hostFacts(target.baseUrl)) },
    suite: { version, build: sources, node: process.version },
    run: { ...header.run, day: sample.selection.day },
    journal: await journalSubjects(out),
    requests: { posts: header.exchanges.post, gets: header.exchanges.get, mostPosts },
    earlier: earlierOf(bundle, key),
    issuedAt: new Date().toISOString(),
  };
  const statement = countersignedStatement(subjectOfStatement(bundle), {
    asked,
    finding,
    facts,
    key: publicHalf(key),
  });
  return storeCountersignature(folder, statement, key);
}

/** Asks a drawn sample of a certificate again, at the public address, and signs agreement or contradiction; returns the exit code. */
export async function countersign(folder: string, options: CountersignOptions): Promise<number> {
  const { key, posts, paceMs, named } = countersignUsage(folder, options);
  const questioned = await verified(folder, options.vendorKey);
  if (typeof questioned === 'number') return questioned;
  const { certificate } = questioned;
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
  const lines = linesOf(asked);
  if (finding !== 'undecided') {
    const name = await signed(questioned, { asked, finding, key }, { ...answered, mostPosts: posts });
    lines.push(`signed by ${fingerprintOf(publicHalf(key))}: ${join(folder, name)}; keep a copy of it`);
  }
  lines.push(ends[finding].words);
  process.stdout.write(`${lines.join('\n')}\n`);
  return ends[finding].code;
}

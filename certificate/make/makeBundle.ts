import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { loadContract, ownContractFile, wholeContract } from '../../schemas/load/contract.ts';
import { packageFile } from '../../schemas/packageFiles.ts';
import type { Build } from '../../schemas/thisBuild.ts';
import { readJournal } from '../../traffic/journal/journal.ts';
import type { KnownFailure } from '../../traffic/target/file/knownFailures.ts';
import { bundleFiles, configurationOf, suiteSubjects } from '../bundle/bundleFiles.ts';
import { copyJournal, copyPart, storeStatement, writePart } from '../bundle/writeBundle.ts';
import { publicHalf, publicKeyText } from '../keys/keys.ts';
import { writeBadge } from '../pages/badge.ts';
import { writeCertificatePage } from '../pages/certificatePage.ts';
import { writeRunReport } from '../pages/runReport.ts';
import { Refusal } from '../refusal.ts';
import type { CampaignFacts, Certificate, CertificateStatement, HostFacts, Level } from '../statement/certificate.ts';
import { claimsOf, resultOf } from '../statement/claims.ts';
import { runFactsOf, runLineOf } from '../statement/runFacts.ts';
import { type Subject, statementOf, testResultType } from '../statement/statement.ts';
import { brokenIn, tooLittle } from '../verify/compareStatement.ts';
import { rejudge } from '../verify/rejudge.ts';

/** What a certificate is made from. The files are those of a finished run and of a finished campaign. */
export interface Evidence {
  journal: string;
  campaign?: string | undefined;
  knownFailures: readonly KnownFailure[];
  host: HostFacts;
  build: Build;
  node: string;
}

/** What the signer decides. */
export interface Signing {
  key: KeyObject;
  level: Level;
  challenge?: string | undefined;
  now: Date;
  /** For how many days the certificate is valid. */
  days: number;
}

const dayMs = 86_400_000;

/** Returns the facts of a campaign from its result. */
function campaignFacts(file: string): CampaignFacts {
  const { run, seed, ended, cases, spent, broken } = JSON.parse(readFileSync(file, 'utf8'));
  return { run, seed, ended, cases, posts: spent.posts, gets: spent.gets, broken: brokenIn(broken) as string[] };
}

function datesOf({ now, days }: Signing): Pick<Certificate, 'issuedAt' | 'validUntil' | 'rerunDue'> {
  const after = (share: number) => new Date(now.getTime() + days * share * dayMs).toISOString();
  return { issuedAt: now.toISOString(), rerunDue: after(0.5), validUntil: after(1) };
}

const isOwn = (contract: string) => contract === 'own';

/** Judges a journal and returns everything that follows from it. Throws Refusal if it is none for a certificate. */
async function judged({ journal, knownFailures }: Evidence) {
  const lines = readJournal(journal);
  const run = runLineOf(lines);
  if (!run) throw new Refusal('noRun');
  const { contract: source } = run.target;
  const contract = isOwn(source) ? await loadContract(undefined, { isSound: true }) : await loadContract(source);
  const verdict = await rejudge({ lines, run, contract, knownFailures });
  const incomplete = tooLittle(verdict);
  if (incomplete !== undefined) throw new Refusal('undecided', { seen: incomplete });
  const contractText = isOwn(source) ? packageFile(ownContractFile) : await wholeContract(source);
  return { lines, run, verdict, contractText };
}

type Judged = Awaited<ReturnType<typeof judged>>;

/** Writes the files that the statement names, and returns their subjects. */
function writeParts(folder: string, evidence: Evidence, { lines, verdict, contractText }: Judged): Subject[] {
  const { build, journal, campaign } = evidence;
  const text = `${JSON.stringify(verdict, null, 1)}\n`;
  return [
    ...copyJournal(folder, journal),
    writePart(folder, bundleFiles.verdict, text),
    writePart(folder, bundleFiles.contract, contractText),
    writePart(folder, bundleFiles.catalogue, packageFile('specs/catalogue.json')),
    writePart(folder, bundleFiles.report, writeRunReport(JSON.parse(text), lines)),
    ...(campaign === undefined ? [] : [copyPart(folder, bundleFiles.campaign, campaign)]),
    { name: suiteSubjects.build, digest: { sha256: build.sources } },
    { name: suiteSubjects.lock, digest: { sha256: build.lock } },
  ];
}

function certificateOf(evidence: Evidence, signing: Signing, { lines, run, verdict }: Judged): Certificate {
  const { host, build, node, campaign } = evidence;
  const { name, kind, baseUrl, gaps } = run.target;
  const { key, level, challenge } = signing;
  const found = campaign === undefined ? undefined : campaignFacts(campaign);
  return {
    version: 1,
    level,
    ...(challenge !== undefined && { challenge }),
    signer: publicKeyText(publicHalf(key)),
    target: { name, kind, baseUrl, ...host },
    suite: { version: build.version, build: build.sources, node },
    run: runFactsOf(run, lines),
    ...(found && { campaign: found }),
    claims: claimsOf(verdict, gaps, found?.broken),
    ...datesOf(signing),
  };
}

/**
 * Makes a bundle in an empty folder: judges the journal from its lines alone, copies and writes the files, signs the statement, and makes badge and page from it.
 * The specs must be collected. Throws Refusal if the run decided too little.
 */
export async function makeBundle(folder: string, evidence: Evidence, signing: Signing): Promise<CertificateStatement> {
  const found = await judged(evidence);
  const subject = writeParts(folder, evidence, found);
  const certificate = certificateOf(evidence, signing, found);
  const { result, ...lists } = resultOf(certificate.claims);
  const statement: CertificateStatement = statementOf(subject, {
    predicateType: testResultType,
    predicate: { result, configuration: configurationOf(subject), ...lists, assayCertificate: certificate },
  });
  storeStatement(folder, statement, signing.key);
  writePart(folder, bundleFiles.page, writeCertificatePage(statement));
  writePart(folder, bundleFiles.badge, writeBadge(statement));
  return statement;
}

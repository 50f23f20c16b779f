import type { KeyObject } from 'node:crypto';
import { loadContract } from '../../schemas/load/contract.ts';
import { packageFile } from '../../schemas/packageFiles.ts';
import { type Build, thisBuild } from '../../schemas/thisBuild.ts';
import type { RunLine } from '../../traffic/journal/journalTypes.ts';
import { bundleFiles, suiteSubjects } from '../bundle/bundleFiles.ts';
import { type Bundle, documentOf, readBundle } from '../bundle/readBundle.ts';
import { sha256 } from '../bundle/writeBundle.ts';
import { Refusal } from '../refusal.ts';
import type { Certificate, CertificateStatement, Level } from '../statement/certificate.ts';
import { ownLevel } from '../statement/level.ts';
import { refuseLevel, refuseOtherCampaign, refuseOtherFacts, refuseOverstated, tooLittle } from './compareStatement.ts';
import { compareVerdict, verdictFrom } from './compareVerdict.ts';
import { countersignedBy, type Finding, findingsIn } from './countersigned.ts';
import { refuseOtherBodies } from './journalBodies.ts';
import { readLines } from './journalLines.ts';
import { refuseDisorder } from './journalOrder.ts';
import { refuseForeign } from './journalOrigin.ts';
import { refuseMoments } from './moments.ts';
import { refuseOtherPages, refuseOtherReport } from './pages.ts';
import { rejudge } from './rejudge.ts';
import { openStatement, refuseChanged } from './statementFiles.ts';

/** What a verifier knows besides the bundle. */
export interface Expectation {
  /** The key that must have signed; without it any key may. */
  key?: KeyObject | undefined;
  /** The key of the operator who must have made the certificate himself; no other key shows that. */
  operator?: KeyObject | undefined;
  /** The nonce that the run must be bound to. */
  challenge?: string | undefined;
  /** The key of somebody who must have asked a sample again. */
  countersigner?: KeyObject | undefined;
  now: Date;
  /** Tells people what the next step is and how long it takes. */
  say?: (text: string) => void;
}

/** A bundle that was verified, and what follows. */
export interface Verified {
  statement: CertificateStatement;
  /** The level that the evidence supports: operator-run only with the key of an operator whom the verifier named. */
  level: Level;
  /** The fingerprint of the key that signed. */
  signer: string;
  isKeyKnown: boolean;
  /** What the named countersigner found. */
  countersigned?: Finding;
  /** What anybody found; whose keys these are is not known. */
  findings: readonly Finding[];
}

/** The catalogue and the contract of this build, as a bundle contains them. */
const ownText = { catalogue: 'specs/catalogue.json', contract: 'schemas/openapi.json' } as const;

/** True if one version comes after another, number by number. */
const isNewer = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) > 0;

/** Refuses a bundle of another build: only the suite that made a journal judges it alike. */
function refuseOtherBuild({ subject }: CertificateStatement, { suite }: Certificate, own: Build | undefined): void {
  const { version, sources, lock } = own ?? { version: 'unknown', sources: 'unknown', lock: 'unknown' };
  const digest = (name: string) => subject.find((one) => one.name === name)?.digest.sha256;
  if (suite.version !== version && suite.build !== sources)
    throw new Refusal(isNewer(suite.version, version) ? 'newerSuite' : 'olderSuite', {
      wanted: version,
      seen: suite.version,
    });
  if (suite.build !== sources || digest(suiteSubjects.build) !== sources || suite.version !== version)
    throw new Refusal('otherBuild', { wanted: sources.slice(0, 12), seen: suite.build.slice(0, 12) });
  if (digest(suiteSubjects.lock) !== lock) throw new Refusal('otherLock');
  if (digest(bundleFiles.catalogue) !== sha256(packageFile(ownText.catalogue))) throw new Refusal('otherCatalogue');
}

/** Loads the contract of a bundle, which for our own contract must be that of this build. Throws Refusal. */
async function contractOf(bundle: Bundle, { target }: RunLine, { subject }: CertificateStatement) {
  if (target.contract !== 'own') {
    documentOf(bundle, bundleFiles.contract);
    return loadContract(bundle.files.get(bundleFiles.contract)?.place, {});
  }
  const said = subject.find(({ name }) => name === bundleFiles.contract)?.digest.sha256;
  const own = sha256(packageFile(ownText.contract));
  if (said !== own)
    throw new Refusal('otherContract', { wanted: `${own.slice(0, 12)} of this build`, seen: said?.slice(0, 12) });
  return loadContract(undefined, { isSound: true });
}

/** The lines of a journal that are judged in a second. */
const linesASecond = 600;

/** Judges the journal of a bundle again and compares everything with its verdict and its statement. Throws Refusal. */
async function refuseUnfounded(
  bundle: Bundle,
  statement: CertificateStatement,
  say: (text: string) => void,
): Promise<void> {
  const certificate = statement.predicate.assayCertificate;
  const lines = await readLines(bundle);
  refuseDisorder(lines);
  refuseOtherBodies(lines);
  const run = refuseForeign(certificate, lines);
  const contract = await contractOf(bundle, run, statement);
  const said = verdictFrom(documentOf(bundle, bundleFiles.verdict), bundleFiles.verdict);
  const plain = lines.map(({ line }) => line);
  say(`judging ${lines.length} lines of the journal again, about ${Math.ceil(lines.length / linesASecond)} s`);
  const judged = await rejudge({ lines: plain, run, contract });
  compareVerdict(said, judged);
  const incomplete = tooLittle(judged);
  if (incomplete !== undefined) throw new Refusal('undecided', { seen: incomplete });
  if (certificate.campaign || bundle.files.has(bundleFiles.campaign))
    refuseOtherCampaign(certificate, documentOf(bundle, bundleFiles.campaign), bundleFiles.campaign);
  refuseOverstated(statement, said, run.target.gaps);
  await refuseOtherReport(bundle, said, plain);
}

/** Returns the level of a certificate that an operator of this fingerprint must have made, if one is named. Throws Refusal. */
function levelOf(certificate: Certificate, wanted: string | undefined): Level {
  if (wanted === undefined) return ownLevel(certificate);
  if (certificate.level !== 'operator-run') throw new Refusal('notOperatorRun', { wanted, seen: certificate.level });
  return certificate.level;
}

/** Verifies a bundle: everything that docs/certificates.md lists, in that order. The specs of this build must be collected. Throws Refusal. */
export async function verifyBundle(
  folder: string,
  { key, operator, challenge, countersigner, now, say = () => undefined }: Expectation,
): Promise<Verified> {
  const bundle = readBundle(folder);
  const { statement, signer } = openStatement(
    bundle,
    [operator, key].flatMap((one) => one ?? []),
  );
  const certificate = statement.predicate.assayCertificate;
  refuseMoments(certificate, now);
  refuseLevel(certificate);
  refuseOtherFacts(statement);
  const own = levelOf(certificate, operator && signer);
  if (challenge !== undefined && certificate.challenge !== challenge)
    throw certificate.challenge === undefined
      ? new Refusal('noChallenge', { wanted: challenge })
      : new Refusal('otherChallenge', { wanted: challenge, seen: certificate.challenge });
  say(`reading ${bundle.files.size} files, a few seconds`);
  await refuseChanged(bundle, statement);
  refuseOtherBuild(statement, certificate, thisBuild);
  const findings = findingsIn(bundle);
  await refuseUnfounded(bundle, statement, say);
  await refuseOtherPages(bundle, statement);
  const countersigned = countersigner && countersignedBy(findings, certificate, { key: countersigner, signer, now });
  return {
    statement,
    signer,
    level: countersigned && own !== 'operator-run' ? 'countersigned' : own,
    isKeyKnown: (operator ?? key) !== undefined,
    findings,
    ...(countersigned && { countersigned }),
  };
}

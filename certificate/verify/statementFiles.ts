import type { KeyObject } from 'node:crypto';
import { bundleFiles, bundleFolders, madeFromStatement, suiteSubjects } from '../bundle/bundleFiles.ts';
import { type Bundle, digestOf, fileOf, textOf } from '../bundle/readBundle.ts';
import { isSignedBy, largestEnvelope, openEnvelope, payloadOf } from '../envelope/dsse.ts';
import { fingerprintOf, publicKeyOf } from '../keys/keys.ts';
import { Refusal } from '../refusal.ts';
import type { CertificateStatement } from '../statement/certificate.ts';
import { statementFrom } from '../statement/readStatement.ts';

/** The statement of a bundle, and the fingerprint of the key that signed it. */
interface Signed {
  statement: CertificateStatement;
  signer: string;
}

/** Opens the statement of a bundle. It must be signed by the key that it contains, which must be each expected one. Throws Refusal. */
export function openStatement(bundle: Bundle, expected: readonly KeyObject[]): Signed {
  const where = bundleFiles.statement;
  const envelope = openEnvelope(textOf(bundle, where, largestEnvelope), where);
  for (const key of expected) {
    const wanted = fingerprintOf(key);
    if (envelope.keyid !== wanted) throw new Refusal('foreignKey', { wanted, seen: envelope.keyid.slice(0, 100) });
    if (!isSignedBy(envelope, key)) throw new Refusal('badSignature', { wanted });
  }
  const statement = statementFrom(payloadOf(envelope, where));
  const own = publicKeyOf(statement.predicate.assayCertificate.signer);
  if (!own) throw new Refusal('noKeyInside');
  const signer = fingerprintOf(own);
  if (envelope.keyid !== signer)
    throw new Refusal('otherKeyNamed', { seen: envelope.keyid.slice(0, 100), wanted: signer });
  if (!isSignedBy(envelope, own)) throw new Refusal('badSignature', { wanted: signer });
  return { statement, signer };
}

/** The files without which a bundle proves nothing. */
const needed: readonly string[] = [
  bundleFiles.verdict,
  bundleFiles.contract,
  bundleFiles.catalogue,
  bundleFiles.report,
  `${bundleFolders.journal}/run.ndjson`,
  ...Object.values(suiteSubjects),
];

/** True for a file that a statement cannot name: it was made from the statement, or later. */
const isUnnamed = (path: string) =>
  path === bundleFiles.statement ||
  madeFromStatement.includes(path) ||
  path.startsWith(`${bundleFolders.countersignatures}/`);

/** Refuses a bundle whose files are not exactly those that the statement names, byte by byte. Throws Refusal. */
export async function refuseChanged(bundle: Bundle, { subject }: CertificateStatement): Promise<void> {
  const named = new Map(subject.map(({ name, digest }) => [name, digest.sha256]));
  const doubled = subject.find(({ name }, index) => subject.findIndex((one) => one.name === name) < index);
  if (doubled) throw new Refusal('doubledSubject', { where: doubled.name });
  const missing = needed.find((name) => !named.has(name));
  if (missing !== undefined) throw new Refusal('missingSubject', { where: missing });
  const unnamed = [...bundle.files.keys()].find((path) => !named.has(path) && !isUnnamed(path));
  if (unnamed !== undefined) throw new Refusal('unnamedFile', { where: unnamed });
  for (const path of madeFromStatement) fileOf(bundle, path);
  for (const [name, wanted] of named) {
    if (Object.values<string>(suiteSubjects).includes(name)) continue;
    const seen = await digestOf(fileOf(bundle, name));
    if (seen !== wanted) throw new Refusal('changedFile', { where: name, wanted, seen });
  }
}

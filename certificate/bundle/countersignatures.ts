import { isPlainObject, type Plain } from '../../schemas/json/plain.ts';
import { isSignedBy, largestEnvelope, openEnvelope, payloadOf } from '../envelope/dsse.ts';
import { fingerprintOf, publicKeyOf } from '../keys/keys.ts';
import { Refusal } from '../refusal.ts';
import { testResultType } from '../statement/statement.ts';
import { bundleFolders, bundleLimits } from './bundleFiles.ts';
import { type Bundle, textOf } from './readBundle.ts';
import { sha256, subjectOfStatement } from './writeBundle.ts';

/** What somebody signed about the statement of a bundle. Whose key it is nobody has said, and what he found was not read yet. */
export interface Countersignature {
  path: string;
  /** SHA-256 of its file. */
  digest: string;
  /** The fingerprint of the key that signed it. */
  signer: string;
  /** Our own field of its predicate. */
  said: Readonly<Record<string, Plain>>;
}

function isAbout(subject: Plain | undefined, bundle: Bundle): boolean {
  const own = subjectOfStatement(bundle).digest.sha256;
  const [first] = Array.isArray(subject) ? subject : [];
  const digest = isPlainObject(first) ? first['digest'] : undefined;
  return isPlainObject(digest) && digest['sha256'] === own;
}

/** Opens a countersignature. It must be signed by the key that it names, and be about this statement. Throws Refusal. */
function opened(bundle: Bundle, path: string): Countersignature {
  const text = textOf(bundle, path, largestEnvelope);
  const envelope = openEnvelope(text, path);
  const { subject, predicateType, predicate } = payloadOf(envelope, path);
  const said = isPlainObject(predicate) ? predicate['assayCountersignature'] : undefined;
  const named = isPlainObject(said) ? said['signer'] : undefined;
  const key = typeof named === 'string' ? publicKeyOf(named) : undefined;
  if (predicateType !== testResultType || !isPlainObject(said) || !key)
    throw new Refusal('noCountersignature', { where: path });
  const signer = fingerprintOf(key);
  if (envelope.keyid !== signer || !isSignedBy(envelope, key))
    throw new Refusal('badCountersignature', { where: path, wanted: signer });
  if (!isAbout(subject, bundle)) throw new Refusal('otherSubject', { where: path });
  return { path, digest: sha256(text), signer, said };
}

/** Opens every countersignature of a bundle, whoever made it: a byte that nobody looks at proves nothing. Throws Refusal. */
export function countersignaturesOf(bundle: Bundle): Countersignature[] {
  const paths = [...bundle.files.keys()]
    .filter((path) => path.startsWith(`${bundleFolders.countersignatures}/`))
    .sort();
  if (paths.length > bundleLimits.countersignatures)
    throw new Refusal('tooMany', {
      where: bundleFolders.countersignatures,
      limit: `${bundleLimits.countersignatures} files`,
    });
  return paths.map((path) => opened(bundle, path));
}

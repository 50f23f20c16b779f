import type { KeyObject } from 'node:crypto';
import { isPlainObject, type Plain } from '../../schemas/json/plain.ts';
import { isSignedBy, largestEnvelope, openEnvelope, payloadOf } from '../envelope/dsse.ts';
import { fingerprintOf } from '../keys/keys.ts';
import { Refusal } from '../refusal.ts';
import { bundleFolders, bundleLimits } from './bundleFiles.ts';
import { type Bundle, textOf } from './readBundle.ts';
import { subjectOfStatement } from './writeBundle.ts';

/** What somebody else signed about the statement of a bundle. Its predicate was not read yet. */
export interface Countersignature {
  path: string;
  predicateType: string;
  predicate: Readonly<Record<string, Plain>>;
}

function isAbout(subject: Plain | undefined, bundle: Bundle): boolean {
  const own = subjectOfStatement(bundle).digest.sha256;
  const [first] = Array.isArray(subject) ? subject : [];
  const digest = isPlainObject(first) ? first['digest'] : undefined;
  return isPlainObject(digest) && digest['sha256'] === own;
}

/** Returns what this key signed about the statement of a bundle. Throws Refusal for an envelope that cannot be read. */
export function countersignaturesBy(bundle: Bundle, key: KeyObject): Countersignature[] {
  const paths = [...bundle.files.keys()].filter((path) => path.startsWith(`${bundleFolders.countersignatures}/`));
  if (paths.length > bundleLimits.countersignatures)
    throw new Refusal('tooMany', {
      where: bundleFolders.countersignatures,
      limit: `${bundleLimits.countersignatures} files`,
    });
  return paths.sort().flatMap((path) => {
    const envelope = openEnvelope(textOf(bundle, path, largestEnvelope), path);
    if (envelope.keyid !== fingerprintOf(key) || !isSignedBy(envelope, key)) return [];
    const { subject, predicateType, predicate } = payloadOf(envelope, path);
    if (typeof predicateType !== 'string' || !isPlainObject(predicate) || !isAbout(subject, bundle)) return [];
    return [{ path, predicateType, predicate }];
  });
}

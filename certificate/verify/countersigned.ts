import type { KeyObject } from 'node:crypto';
import { isText, listOf, objectWith, oneOf, textLike } from '../../schemas/json/guards.ts';
import { type Countersignature, countersignaturesOf } from '../bundle/countersignatures.ts';
import type { Bundle } from '../bundle/readBundle.ts';
import { fingerprintOf } from '../keys/keys.ts';
import { Refusal } from '../refusal.ts';
import type { Certificate } from '../statement/certificate.ts';
import { clockSlackMs } from './moments.ts';

/** What a countersigner found, as far as a verifier needs it. */
export interface Countersigned {
  finding: 'agreement' | 'contradiction';
  target: { baseUrl: string };
  issuedAt: string;
  /** The requirements that held as the certificate says, and those that did not. */
  agreed: readonly string[];
  contradicted: readonly { id: string }[];
  /** The digests of the countersignatures that the same key had made about this statement before. */
  earlier: readonly string[];
}

/** What somebody found, and the fingerprint of his key. */
export interface Finding extends Countersigned, Pick<Countersignature, 'path' | 'digest' | 'signer'> {}

const isCountersigned = objectWith({
  finding: oneOf('agreement', 'contradiction'),
  target: objectWith({ baseUrl: isText }),
  issuedAt: textLike(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  agreed: listOf(isText, 2_000),
  contradicted: listOf(objectWith({ id: textLike(/^[\w-]{1,40}$/) }), 2_000),
  earlier: listOf(textLike(/^[0-9a-f]{64}$/), 100),
});

function findingOf({ path, digest, signer, said }: Countersignature): Finding {
  if (!isCountersigned(said)) throw new Refusal('noCountersignature', { where: path });
  const { finding, target, issuedAt, agreed, contradicted, earlier } = said as unknown as Countersigned;
  return { path, digest, signer, finding, target, issuedAt, agreed, contradicted, earlier };
}

/** Reads every countersignature of a bundle. None may be missing that a later one of the same key names. Throws Refusal. */
export function findingsIn(bundle: Bundle): Finding[] {
  const findings = countersignaturesOf(bundle).map(findingOf);
  for (const { path, signer, earlier } of findings) {
    const own = new Set(findings.filter((one) => one.signer === signer).map(({ digest }) => digest));
    const missing = earlier.find((digest) => !own.has(digest));
    if (missing !== undefined) throw new Refusal('missingCountersignature', { where: path, seen: missing });
  }
  return findings;
}

const bare = (address: string) => address.replace(/\/+$/, '');

/**
 * Returns what the holder of this key found when he asked a sample of the certificate again; the last time, if he asked several times. Throws Refusal if he ever found a
 * contradiction or asked another address, signed nothing about this statement, or signed the statement itself.
 */
export function countersignedBy(
  findings: readonly Finding[],
  { target, issuedAt }: Certificate,
  { key, signer, now }: { key: KeyObject; signer: string; now: Date },
): Finding {
  const wanted = fingerprintOf(key);
  if (wanted === signer) throw new Refusal('countersignedBySigner', { seen: signer });
  const own = findings.filter((one) => one.signer === wanted);
  const last = own.toSorted((one, other) => (one.issuedAt < other.issuedAt ? -1 : 1)).at(-1);
  if (!last) throw new Refusal('notCountersigned', { wanted });
  for (const one of own) {
    const seen = one.contradicted.map(({ id }) => id).join(', ');
    if (one.finding === 'contradiction' || one.contradicted.length > 0) throw new Refusal('contradicted', { seen });
    if (bare(one.target.baseUrl) !== bare(target.baseUrl))
      throw new Refusal('countersignedElsewhere', { wanted: target.baseUrl, seen: one.target.baseUrl.slice(0, 200) });
    const ms = Date.parse(one.issuedAt);
    if (!(ms >= Date.parse(issuedAt) - clockSlackMs && ms <= now.getTime() + clockSlackMs))
      throw new Refusal('countersignedOtherTime', { seen: one.issuedAt });
  }
  return last;
}

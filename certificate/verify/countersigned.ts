import type { KeyObject } from 'node:crypto';
import { isText, listOf, objectWith, oneOf, textLike } from '../../schemas/json/guards.ts';
import { type Countersignature, countersignaturesBy } from '../bundle/countersignatures.ts';
import type { Bundle } from '../bundle/readBundle.ts';
import { fingerprintOf } from '../keys/keys.ts';
import { Refusal } from '../refusal.ts';
import type { Certificate } from '../statement/certificate.ts';
import { testResultType } from '../statement/statement.ts';

/** What a countersigner found, as far as a verifier needs it. */
export interface Countersigned {
  finding: 'agreement' | 'contradiction';
  target: { baseUrl: string };
  issuedAt: string;
  /** The requirements that held as the certificate says, and those that did not. */
  agreed: readonly string[];
  contradicted: readonly { id: string }[];
}

const isCountersigned = objectWith({
  finding: oneOf('agreement', 'contradiction'),
  target: objectWith({ baseUrl: isText }),
  issuedAt: textLike(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  agreed: listOf(isText, 2_000),
  contradicted: listOf(objectWith({ id: textLike(/^[\w-]{1,40}$/) }), 2_000),
});

/** Reads what a countersigner found. Throws Refusal. */
function foundBy({ path, predicateType, predicate }: Countersignature): Countersigned {
  const value = predicate['assayCountersignature'];
  if (predicateType !== testResultType || !isCountersigned(value))
    throw new Refusal('noCountersignature', { where: path });
  return value as unknown as Countersigned;
}

const bare = (address: string) => address.replace(/\/+$/, '');

/**
 * Returns what the holder of this key found when he asked a sample of the certificate again; the last time, if he asked several times. Throws Refusal if he ever found a
 * contradiction or asked another address, signed nothing about this statement, or signed the statement itself.
 */
export function countersignedBy(
  bundle: Bundle,
  { target, issuedAt }: Certificate,
  { key, signer, now }: { key: KeyObject; signer: string; now: Date },
): Countersigned {
  if (fingerprintOf(key) === signer) throw new Refusal('countersignedBySigner', { seen: signer });
  const found = countersignaturesBy(bundle, key).map(foundBy);
  const last = found.toSorted((one, other) => (one.issuedAt < other.issuedAt ? -1 : 1)).at(-1);
  if (!last) throw new Refusal('notCountersigned', { wanted: fingerprintOf(key) });
  for (const one of found) {
    const seen = one.contradicted.map(({ id }) => id).join(', ');
    if (one.finding === 'contradiction' || one.contradicted.length > 0) throw new Refusal('contradicted', { seen });
    if (bare(one.target.baseUrl) !== bare(target.baseUrl))
      throw new Refusal('countersignedElsewhere', { wanted: target.baseUrl, seen: one.target.baseUrl.slice(0, 200) });
    const isEarly = Date.parse(one.issuedAt) < Date.parse(issuedAt);
    if (isEarly || one.issuedAt > now.toISOString())
      throw new Refusal('countersignedOtherTime', { seen: one.issuedAt });
  }
  return last;
}

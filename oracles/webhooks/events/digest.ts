import type { DigestFault } from '../../../traffic/journal/journalTypes.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { type ReceivedDelivery, receivedDeliveries } from '../received/deliveries.ts';
import { unlessDisturbed } from '../received/disturbance.ts';
import { secretsFor } from '../received/registrations.ts';

const words: Readonly<Record<DigestFault, string>> = {
  otherAlgorithm: 'it is the digest by another algorithm',
  otherEncoding: 'it is written otherwise than in hex',
  reformatted: 'it is the digest of the body written anew',
  otherText: 'it is the digest of another text',
  otherSecret: 'it is keyed with another secret',
  unexplained: 'it is none of the digests that we know to try',
};

/** A delivery, and by which secrets it may be signed. */
interface Signed extends ReceivedDelivery {
  secrets: ReadonlySet<number | undefined>;
}

function signedIn(record: RunRecord, is: (secrets: ReadonlySet<number | undefined>) => boolean): Signed[] {
  return receivedDeliveries(record).flatMap((heard) => {
    // Of a body that is kept in part no digest is known.
    if (heard.delivery.line.request.body.cut) return [];
    const secrets = secretsFor(record, heard.delivery, heard.origin);
    return secrets && is(secrets) ? [{ ...heard, secrets }] : [];
  });
}

/** The deliveries that are to be signed, whichever of several secrets may sign them (WHK-02). */
export const signedDeliveries = (record: RunRecord): Signed[] =>
  signedIn(record, (secrets) => !secrets.has(undefined) && secrets.size > 0);

/** The deliveries of which no secret was set (WHK-03). */
export const unsignedDeliveries = (record: RunRecord): Signed[] =>
  signedIn(record, (secrets) => secrets.size === 1 && secrets.has(undefined));

/** X-Payload-Digest is the hex HMAC-SHA1 of the raw body, keyed with a secret that was set when it may have been signed (WHK-02). */
export function isSignedRight({ delivery, secrets }: Signed): Fault | undefined {
  const { present, secret, fault } = delivery.line.digest;
  const wanted = 'X-Payload-Digest, the hex HMAC-SHA1 of the raw body by the secret that is set';
  const differs = (seen: string): Fault => ({
    code: 'differs',
    what: `the signature of ${delivery.seen}`,
    wanted,
    seen,
    exchanges: [delivery.id],
  });
  if (!present) return differs('no such header');
  if (secret === undefined) return differs(words[fault ?? 'unexplained']);
  return secrets.has(secret) ? undefined : differs('it is keyed with a secret that was replaced before');
}

/** Without a secret there is no X-Payload-Digest (WHK-03). */
export function isUnsigned({ delivery }: Signed): Fault | undefined {
  if (!delivery.line.digest.present) return undefined;
  const what = `the headers of ${delivery.seen}, for whose kind no secret is set`;
  const seen = delivery.header('x-payload-digest') ?? 'one';
  return { code: 'differs', what, wanted: 'no X-Payload-Digest', seen, exchanges: [delivery.id] };
}

/** All that is to be signed is signed (WHK-02). */
export function signsWebhooks(record: RunRecord, _args: Record<string, never>): OracleResult {
  const signed = signedDeliveries(record);
  const wanted = 'a webhook of a kind for which a secret is set';
  if (signed.length === 0)
    return record.live ? toResult([], []) : faultResult({ code: 'noEvidence', wanted, exchanges: [] });
  return toResult(
    signed.map(({ delivery }) => delivery.id),
    signed.flatMap((one) => isSignedRight(one) ?? []).map((fault) => unlessDisturbed(record, fault)),
  );
}

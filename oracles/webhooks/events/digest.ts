import type { DigestFault } from '../../../traffic/journal/journalTypes.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { furtherReceived, type ReceivedDelivery, receivedDeliveries } from '../received/deliveries.ts';
import { unlessDisturbed } from '../received/disturbance.ts';
import { secretsFor } from '../received/registrations.ts';

const words: Readonly<Record<DigestFault, string>> = {
  otherAlgorithm: 'a digest by another algorithm',
  otherEncoding: 'a digest in another encoding than hex',
  reformatted: 'a digest of the reformatted body',
  otherText: 'a digest of another text',
  otherSecret: 'a digest keyed with another secret',
  unexplained: 'a digest that matches no known variation',
};

/** A delivery, and the secrets that may sign it. */
interface Signed extends ReceivedDelivery {
  secrets: ReadonlySet<number | undefined>;
}

/** Returns the deliveries at the addresses of further accounts, each of which has one secret for each kind. */
const furtherSigned = (record: RunRecord): Signed[] =>
  furtherReceived(record).flatMap((delivery) => {
    const { account, webhook, request } = delivery.line;
    const set = record.webhooks.further.registrations.filter(
      (one) => one.ok && one.account === account && one.webhook === webhook,
    );
    const secrets = new Set(set.map(({ secret }) => secret));
    return request.body.cut || secrets.size === 0 ? [] : [{ delivery, origin: undefined, secrets }];
  });

function signedIn(record: RunRecord, is: (secrets: ReadonlySet<number | undefined>) => boolean): Signed[] {
  return receivedDeliveries(record).flatMap((received) => {
    // The digest of a truncated body is unknown.
    if (received.delivery.line.request.body.cut) return [];
    const secrets = secretsFor(record, received.delivery, received.origin);
    return secrets && is(secrets) ? [{ ...received, secrets }] : [];
  });
}

/** Returns the deliveries that must be signed with one of the possible secrets (WHK-02). */
export const signedDeliveries = (record: RunRecord): Signed[] =>
  signedIn(record, (secrets) => !secrets.has(undefined) && secrets.size > 0);

/** Returns the deliveries for which no secret was set (WHK-03). */
export const unsignedDeliveries = (record: RunRecord): Signed[] =>
  signedIn(record, (secrets) => secrets.size === 1 && secrets.has(undefined));

/** X-Payload-Digest is the hex HMAC-SHA1 of the raw body. Its key is a secret that was set at a time when the delivery may have been signed (WHK-02). */
export function isSignedRight({ delivery, secrets }: Signed): Fault | undefined {
  const { present, secret, fault } = delivery.line.digest;
  const wanted = 'an X-Payload-Digest with the hex HMAC-SHA1 of the raw body, keyed with the secret that is set,';
  const differs = (seen: string): Fault => ({
    code: 'differs',
    what: `the signature of ${delivery.seen}`,
    wanted,
    seen,
    exchanges: [delivery.id],
  });
  if (!present) return differs('no such header');
  if (secret === undefined) return differs(words[fault ?? 'unexplained']);
  return secrets.has(secret) ? undefined : differs('a digest keyed with a secret that was already replaced');
}

/** Without a secret there is no X-Payload-Digest (WHK-03). */
export function isUnsigned({ delivery }: Signed): Fault | undefined {
  if (!delivery.line.digest.present) return undefined;
  const what = `the signature of ${delivery.seen}, since its kind has no secret`;
  const seen = delivery.header('x-payload-digest') ?? 'one';
  return { code: 'differs', what, wanted: 'no X-Payload-Digest', seen, exchanges: [delivery.id] };
}

/** Every delivery that must be signed is signed (WHK-02). */
export function signsWebhooks(record: RunRecord, _args: Record<string, never>): OracleResult {
  const signed = [...signedDeliveries(record), ...furtherSigned(record)];
  const wanted = 'a webhook of a kind with a secret';
  if (signed.length === 0)
    return record.live ? toResult([], []) : faultResult({ code: 'noEvidence', wanted, exchanges: [] });
  return toResult(
    signed.map(({ delivery }) => delivery.id),
    signed.flatMap((one) => isSignedRight(one) ?? []).map((fault) => unlessDisturbed(record, fault)),
  );
}

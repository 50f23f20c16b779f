import { isObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { learned, type OracleResult, toResult } from '../core/result.ts';
import { controlFault, type RefusalArgs, refused } from '../general/acceptance.ts';
import { excuseFor } from '../general/excuse.ts';

/** A sound twin says of a rejection that nothing else was wrong when it was sent at most this long before or after it, ns. */
export const controlWindowNs = 60_000_000_000n;

/** True when one of two exchanges was sent within a minute of the answer to the other, by one clock. */
export function isInControlWindow(one: Exchange, other: Exchange): boolean {
  const [first, second] = one.sentNs <= other.sentNs ? [one, other] : [other, one];
  return first.clock === second.clock && second.sentNs - first.receivedNs <= controlWindowNs;
}

/** What a rejection claims beside a refusal: the sound requests of which some must be of the same minute. */
export interface RejectionArgs extends RefusalArgs {
  beside: readonly string[];
}

function withoutTwin(record: RunRecord, near: Exchange | undefined, { exchange, defect }: RejectionArgs): Fault {
  const wanted = `a sound request within a minute of ${defect}`;
  if (!near) return { code: 'noEvidence', wanted, exchanges: [exchange] };
  return controlFault(record, near);
}

/** Wrong credentials were refused, while sound ones were let in within the same minute (AUT-05): a refusal alone may have other reasons. */
export function rejected(record: RunRecord, args: RejectionArgs): OracleResult {
  const ruled = refused(record, args);
  if (ruled.state !== 'held') return ruled;
  const sent = record.exchange(args.exchange);
  const near = args.beside.map((id) => record.exchange(id)).filter((twin) => isInControlWindow(twin, sent));
  const twin = near.find(({ class: kind }) => kind === 'accepted');
  if (twin) return toResult([...ruled.exchanges, twin.id], []);
  return toResult(ruled.exchanges, [withoutTwin(record, near[0], args)]);
}

/** Headers that a server does not read to their end: it may close the connection without a word. */
const closes = new Set(['reset', 'protocol']);

/** What a way to sign is answered with, where § Authentication does not say whether it is right; its sound twin must have been accepted. */
export function letsIn(
  record: RunRecord,
  { exchange, twin, key }: { exchange: string; twin: string; key: string },
): OracleResult {
  const control = record.exchange(twin);
  if (control.class !== 'accepted') return toResult([twin], [controlFault(record, control)]);
  const sent = record.exchange(exchange);
  if (closes.has(sent.line.failure?.code ?? '')) return learned(key, 'no answer', [exchange]);
  const hindered = excuseFor(record, sent);
  if (hindered) return toResult([exchange], [hindered]);
  return learned(key, `${sent.class} (${sent.status})`, [exchange]);
}

/** Names of fields are told as far as they fit a line. */
const mostFields = 12;

/** Status, content type and the names of the fields; of other bodies than JSON objects only their kind: they may tell the time. */
function looksOf(sent: Exchange): string {
  const { status, json, line } = sent;
  const type = sent.mediaType || 'no content type';
  const fields = isObject(json) ? Object.keys(json).sort().slice(0, mostFields).join(', ') : undefined;
  const other = line.answer?.body.bytes === 0 ? 'empty' : 'another body';
  return `${status} ${type}, ${fields === undefined ? other : `{${fields}}`}`;
}

/** What a refusal looks like, where interface.md does not say (§ Errors): its status, content type and fields. */
export function refusalLooks(record: RunRecord, { exchange, key }: { exchange: string; key: string }): OracleResult {
  const sent = record.exchange(exchange);
  const hindered = excuseFor(record, sent);
  if (hindered) return toResult([exchange], [hindered]);
  if (sent.class !== 'refused') return learned(key, `${sent.class} (${sent.status})`, [exchange]);
  return learned(key, looksOf(sent), [exchange]);
}

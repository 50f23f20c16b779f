import { isObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { learned, type OracleResult, toResult } from '../core/result.ts';
import { controlFault, type RefusalArgs, refused } from '../general/acceptance.ts';
import { excuseFor } from '../general/excuse.ts';

/** The longest time between a rejection and its control request, ns. A control request that is accepted within this time shows that nothing else was wrong. */
export const controlWindowNs = 60_000_000_000n;

/** True if one of two exchanges was sent within a minute of the answer to the other, by the same clock. */
export function isInControlWindow(one: Exchange, other: Exchange): boolean {
  const [first, second] = one.sentNs <= other.sentNs ? [one, other] : [other, one];
  return first.clock === second.clock && second.sentNs - first.receivedNs <= controlWindowNs;
}

/** The arguments of a rejection: the arguments of a refusal, and control requests. At least one control request must be within a minute of the rejection. */
export interface RejectionArgs extends RefusalArgs {
  beside: readonly string[];
}

function missingControl(record: RunRecord, near: Exchange | undefined, { exchange, defect }: RejectionArgs): Fault {
  const wanted = `an accepted control request within a minute of ${defect}`;
  if (!near) return { code: 'noEvidence', wanted, exchanges: [exchange] };
  return controlFault(record, near);
}

/** Wrong credentials were refused while valid ones were accepted within the same minute (AUT-05). A refusal on its own may have other reasons. */
export function rejected(record: RunRecord, args: RejectionArgs): OracleResult {
  const ruled = refused(record, args);
  if (ruled.state !== 'held') return ruled;
  const sent = record.exchange(args.exchange);
  const near = args.beside.map((id) => record.exchange(id)).filter((other) => isInControlWindow(other, sent));
  const control = near.find(({ class: kind }) => kind === 'accepted');
  if (control) return toResult([...ruled.exchanges, control.id], []);
  return toResult(ruled.exchanges, [missingControl(record, near[0], args)]);
}

/** Failures after headers that a server does not read to the end. It may close the connection without an answer. */
const closes = new Set(['reset', 'protocol']);

/** Learns the answer to a way of signing that § Authentication does not specify. Its control request must have been accepted. */
export function letsIn(
  record: RunRecord,
  { exchange, twin: controlId, key }: { exchange: string; twin: string; key: string },
): OracleResult {
  const control = record.exchange(controlId);
  if (control.class !== 'accepted') return toResult([controlId], [controlFault(record, control)]);
  const sent = record.exchange(exchange);
  if (closes.has(sent.line.failure?.code ?? '')) return learned(key, 'no answer', [exchange]);
  const hindered = excuseFor(record, sent);
  if (hindered) return toResult([exchange], [hindered]);
  return learned(key, `${sent.class} (${sent.status})`, [exchange]);
}

/** The most field names that fit on one line. */
const mostFields = 12;

/** Describes status, content type and field names. A body that is not a JSON object gives only its kind, since its text may contain the time. */
function looksOf(sent: Exchange): string {
  const { status, json, line } = sent;
  const type = sent.mediaType || 'no content type';
  const fields = isObject(json) ? Object.keys(json).sort().slice(0, mostFields).join(', ') : undefined;
  const other = line.answer?.body.bytes === 0 ? 'empty' : 'another body';
  return `${status} ${type}, ${fields === undefined ? other : `{${fields}}`}`;
}

/** Learns the form of a refusal, which interface.md does not show (§ Errors): status, content type and fields. */
export function refusalLooks(record: RunRecord, { exchange, key }: { exchange: string; key: string }): OracleResult {
  const sent = record.exchange(exchange);
  const hindered = excuseFor(record, sent);
  if (hindered) return toResult([exchange], [hindered]);
  if (sent.class !== 'refused') return learned(key, `${sent.class} (${sent.status})`, [exchange]);
  return learned(key, looksOf(sent), [exchange]);
}

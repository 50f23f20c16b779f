import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { effectFault, sightingsOf } from '../core/creationEffect.ts';
import { learned, type OracleResult, toResult } from '../core/result.ts';
import { excuseFor } from './excuse.ts';

/** Learns the answer to a request that interface.md does not specify: its class and status, stored as a baseline value. */
export function answersWith(record: RunRecord, { exchange, key }: { exchange: string; key: string }): OracleResult {
  const sent = record.exchange(exchange);
  const hindered = excuseFor(record, sent);
  if (hindered) return toResult([exchange], [hindered]);
  const effect = sent.class === 'refused' && !record.live ? effectFault(record, sent) : undefined;
  if (effect?.code === 'happened')
    return learned(key, `${sent.class} (${sent.status}), and yet it happened`, effect.exchanges);
  return learned(key, `${sent.class} (${sent.status})`, [exchange]);
}

/**
 * Learns the answer to a request with only half of a price, which interface.md does not mention. The answer is a refusal, or a request in some currency
 * (REQ-08b).
 */
export function halfPriceIs(record: RunRecord, args: { exchange: string; key: string }): OracleResult {
  const sent = record.exchange(args.exchange);
  if (sent.class !== 'accepted') return answersWith(record, args);
  const amount = field(sent.json, 'requestAmount');
  const shown =
    amount === undefined ? 'without a price' : `in ${textField(sent.json, 'requestAmountIn') ?? 'no currency'}`;
  return learned(args.key, `taken ${shown}`, [args.exchange]);
}

/** Learns whether an order is among the payments of a view, which interface.md does not say (OUT-10). */
export function appears(
  record: RunRecord,
  { exchange, view }: { exchange: string; view: 'search' | 'list' },
): OracleResult {
  const made = record.exchange(exchange);
  const key = made.line.request.clientOrderId;
  const lacking: Fault = { code: 'noEvidence', wanted: 'an accepted order', exchanges: [exchange] };
  if (made.class !== 'accepted') return toResult([], [excuseFor(record, made) ?? lacking]);
  const isShown = record.payments.some(
    ({ source, value }) =>
      source === view &&
      (textField(value, 'orderId') === made.text.trim() || textField(value, 'clientOrderId') === key),
  );
  return learned(view, isShown ? 'shown' : 'not shown', [exchange]);
}

/** Learns which fields of a payment hold the first and the last name from the body of a pay-out. interface.md does not say which (OUT-03b). */
export function receiverShown(record: RunRecord, { exchange, key }: { exchange: string; key: string }): OracleResult {
  const made = record.exchange(exchange);
  const lacking: Fault = { code: 'noEvidence', wanted: 'an accepted pay-out', exchanges: [exchange] };
  if (made.class !== 'accepted') return toResult([], [excuseFor(record, made) ?? lacking]);
  const { sent } = made;
  const [first, last] = ['firstName', 'lastName'].map((name) => textField(sent, name) ?? '');
  const payments = sightingsOf(record, made.line.request.clientOrderId ?? '').map(({ value }) => value);
  const shown = payments.flatMap((payment) =>
    Object.entries(payment).flatMap(([name, value]) =>
      typeof value === 'string' && value.includes(`${first}`) && value.includes(`${last}`) ? [`${name}: ${value}`] : [],
    ),
  );
  const isJoined = (one: string) => one.endsWith(`: ${first} ${last}`);
  const fields = [...new Set(shown.map((one) => `${one.split(':')[0]}${isJoined(one) ? '' : ', written otherwise'}`))];
  return learned(key, fields.sort().join('; ') || 'not shown', [exchange]);
}

/** What stands between the parts of a comment that tries several texts at once. */
export const betweenTexts = ' / ';

/**
 * Learns what happens to a text in a pay-in's comment, which interface.md does not say (PAY-16b). The text is the comment as it was sent, since runs send other
 * words than a test writes; or its `nth` part.
 */
export function textBecomes(
  record: RunRecord,
  { exchange, key, nth }: { exchange: string; key: string; nth?: number },
): OracleResult {
  const made = record.exchange(exchange);
  const hindered = excuseFor(record, made);
  if (hindered) return toResult([exchange], [hindered]);
  if (made.class !== 'accepted') return learned(key, `${made.class} (${made.status})`, [exchange]);
  const sent = textField(made.sent, 'comment');
  const text = nth === undefined ? sent : sent?.split(betweenTexts)[nth];
  if (text === undefined)
    return toResult([], [{ code: 'noEvidence', wanted: 'a text in the comment', exchanges: [exchange] }]);
  const comment = textField(made.json, 'comment');
  const becomes = comment === undefined ? 'accepted, not shown' : comment.includes(text) ? 'unchanged' : 'changed';
  return learned(key, becomes, [exchange]);
}

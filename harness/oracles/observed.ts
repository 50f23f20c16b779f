import type { RunRecord } from '../record.ts';
import { effectOf } from './effect.ts';
import { learned, type Ruling, ruling } from './ruling.ts';

/** What a request is answered with, where interface.md does not say: its class and status, to be pinned. */
export function answersWith(record: RunRecord, { exchange, key }: { exchange: string; key: string }): Ruling {
  const sent = record.exchange(exchange);
  if (sent.line.failure)
    return ruling([exchange], [{ code: 'transport', request: sent.request, seen: sent.seen, exchanges: [exchange] }]);
  if (sent.class === 'throttled')
    return ruling([exchange], [{ code: 'throttled', request: sent.request, exchanges: [exchange] }]);
  const effect = sent.class === 'refused' && !record.live ? effectOf(record, sent) : undefined;
  if (effect?.code === 'happened')
    return learned(key, `${sent.class} (${sent.status}), and yet it happened`, effect.exchanges);
  return learned(key, `${sent.class} (${sent.status})`, [exchange]);
}

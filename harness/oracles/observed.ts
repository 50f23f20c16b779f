import type { RunRecord } from '../record.ts';
import { effectOf } from './effect.ts';
import { hindrance } from './hindrance.ts';
import { learned, type Ruling, ruling } from './ruling.ts';

/** What a request is answered with, where interface.md does not say: its class and status, to be pinned. */
export function answersWith(record: RunRecord, { exchange, key }: { exchange: string; key: string }): Ruling {
  const sent = record.exchange(exchange);
  const hindered = hindrance(record, sent);
  if (hindered) return ruling([exchange], [hindered]);
  const effect = sent.class === 'refused' && !record.live ? effectOf(record, sent) : undefined;
  if (effect?.code === 'happened')
    return learned(key, `${sent.class} (${sent.status}), and yet it happened`, effect.exchanges);
  return learned(key, `${sent.class} (${sent.status})`, [exchange]);
}

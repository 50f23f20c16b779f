import { parseInstant } from '../../schemas/formats.ts';
import { type RunRecord, textField } from '../record.ts';
import { isRuling, madeIn } from './checkout.ts';
import { atCreation } from './creation.ts';
import { hindrance } from './hindrance.ts';
import { faulty, learned, type Ruling } from './ruling.ts';

const epochOf = (text: string | undefined) => parseInstant(text ?? '')?.epochNs;

const nsPerSecond = 1_000_000_000n;

/** What becomes of the milliseconds of expiresAt, of which interface.md says only that precision varies; another second is another instant (CHK-04). */
export function keepsFraction(record: RunRecord, { exchange, key }: { exchange: string; key: string }): Ruling {
  const sent = record.exchange(exchange);
  const hindered = hindrance(record, sent);
  if (hindered) return faulty(hindered);
  if (sent.class === 'refused') return learned(key, `refused (${sent.status})`, [exchange]);
  const made = madeIn(record, exchange, `a checkout with ${key}`);
  if (isRuling(made)) return made;
  const [wanted = 0n, seen] = [textField(sent.sent, 'expiresAt'), textField(made.value, 'expiresAt')].map(epochOf);
  const whole = wanted - (wanted % nsPerSecond);
  if (seen === wanted) return learned(key, 'kept', [exchange]);
  if (seen === whole) return learned(key, 'cut to whole seconds', [exchange]);
  if (seen === whole + nsPerSecond) return learned(key, 'rounded to whole seconds', [exchange]);
  return faulty(atCreation(made, 'expiresAt', `the instant ${textField(sent.sent, 'expiresAt')}, as sent,`));
}

import { parseInstant } from '../../../schemas/domain/formats.ts';
import { type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { creationFault } from '../../core/newRecord.ts';
import { faultResult, learned, type OracleResult } from '../../core/result.ts';
import { excuseFor } from '../../general/excuse.ts';
import { isResult, newCheckoutIn } from './newCheckout.ts';

const epochOf = (text: string | undefined) => parseInstant(text ?? '')?.epochNs;

const nsPerSecond = 1_000_000_000n;

/** Learns what happens to the milliseconds of expiresAt; interface.md says only that precision varies. A different second is a fault (CHK-04). */
export function keepsFraction(record: RunRecord, { exchange, key }: { exchange: string; key: string }): OracleResult {
  const sent = record.exchange(exchange);
  const hindered = excuseFor(record, sent);
  if (hindered) return faultResult(hindered);
  if (sent.class === 'refused') return learned(key, `refused (${sent.status})`, [exchange]);
  const made = newCheckoutIn(record, exchange, `a checkout with ${key}`);
  if (isResult(made)) return made;
  const [wanted = 0n, seen] = [textField(sent.sent, 'expiresAt'), textField(made.value, 'expiresAt')].map(epochOf);
  const wholeSecond = wanted - (wanted % nsPerSecond);
  if (seen === wanted) return learned(key, 'kept', [exchange]);
  if (seen === wholeSecond) return learned(key, 'cut to whole seconds', [exchange]);
  if (seen === wholeSecond + nsPerSecond) return learned(key, 'rounded to whole seconds', [exchange]);
  return faultResult(creationFault(made, 'expiresAt', `the instant ${textField(sent.sent, 'expiresAt')}, as sent,`));
}

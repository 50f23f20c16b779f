import { currencyOf } from '../../../schemas/domain/assets.ts';
import { isObject } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { hasShape } from '../../core/contractShape.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import { notObjectFault } from '../../general/componentShape.ts';
import { excuseFor } from '../../general/excuse.ts';

/** A requested pair, and the exchange that requested its rate. */
export interface Asked {
  base: string;
  quote: string;
  exchange: string;
}

/** Reports an asset that is neither the one that was asked for nor, if that was asked by its identifier, its currency. */
function differing(sent: Exchange, [name, wanted]: readonly [string, string]): Fault[] {
  const seen = textField(sent.json, name);
  if (seen === wanted || (seen !== undefined && seen === currencyOf(wanted))) return [];
  const what = `${sent.line.operation}/${name}`;
  return [{ code: 'differs', what, wanted: `${wanted}, as asked,`, seen: seen ?? 'none', exchanges: [sent.id] }];
}

function rateFaults(record: RunRecord, sent: Exchange, { base, quote }: Asked): Fault[] {
  const { json, id } = sent;
  const where = sent.line.operation ?? '';
  if (!isObject(json)) return [notObjectFault(sent) ?? []].flat();
  const shape = [hasShape(record.contract, 'AcquiringRate')({ exchange: sent, where, value: json }) ?? []].flat();
  if (shape.length > 0) return shape;
  const rate = numberIn(json, 'rate');
  const seen = excerpt(field(json, 'rate') ?? 'none');
  const unfit: Fault[] = rate?.gt(0)
    ? []
    : [{ code: 'differs', what: `${where}/rate`, wanted: 'a positive number', seen, exchanges: [id] }];
  return [...differing(sent, ['baseAsset', base]), ...differing(sent, ['quoteAsset', quote]), ...unfit];
}

/**
 * A rate names both requested assets and is positive (ART-01). The interface does not show which pairs have a rate, so it is enough if the target accepts one
 * of several pairs.
 */
export function ratesAnswer(record: RunRecord, { asked }: { asked: readonly Asked[] }): OracleResult {
  const all = asked.map((one) => ({ one, sent: record.exchange(one.exchange) }));
  const exchanges = all.map(({ sent }) => sent.id);
  const accepted = all.filter(({ sent }) => sent.class === 'accepted');
  if (accepted.length > 0)
    return toResult(
      exchanges,
      accepted.flatMap(({ sent, one }) => rateFaults(record, sent, one)),
    );
  const [first] = all;
  if (!first)
    return toResult([], [{ code: 'noEvidence', wanted: 'a pair that the deposit options convert', exchanges }]);
  const { base, quote } = first.one;
  const what = `a request for the rate of ${base} in ${quote}, which the deposit options convert,`;
  const hindered = all.map(({ sent }) => excuseFor(record, sent)).find((fault) => fault !== undefined);
  return toResult(exchanges, [hindered ?? { code: 'notAccepted', what, seen: first.sent.seen, exchanges }]);
}

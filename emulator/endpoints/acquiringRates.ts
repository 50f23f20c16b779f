import { ASSETS, rateOf } from '../domain/assets.ts';
import { Refusal } from '../domain/refusal.ts';
import { jsonAnswer } from '../http/answers.ts';
import type { Endpoint } from '../instance/context.ts';

/** GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}. Throws a Refusal for a pair without a rate. */
export const getAcquiringRate: Endpoint = ({ rules, operation, parameters: [baseAsset = '', quoteAsset = ''] }) => {
  const rate = rateOf(rules.rateCurrencyOf(ASSETS, baseAsset), rules.rateCurrencyOf(ASSETS, quoteAsset));
  if (rate !== undefined) {
    const record = rules.acquiringRateShown({ baseAsset, quoteAsset, rate });
    return jsonAnswer(rules.dressed(record, 'acquiringRate'), operation, rules);
  }
  const answered = rules.unknownRateAnswer();
  if (answered === undefined) throw new Refusal('unknown_asset', 'There is no rate for these assets');
  return jsonAnswer(answered, operation, rules);
};

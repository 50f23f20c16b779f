import { jsonAnswer } from '../answer.ts';
import { ASSETS, rateOf } from '../assets.ts';
import type { Endpoint } from '../context.ts';
import { Refusal } from '../refusal.ts';

/** An asset of a rate is named as a currency or, as elsewhere in acquiring, as an asset identifier. */
const currencyOf = (named: string): string => ASSETS.find(({ id }) => id === named)?.currency ?? named;

/** GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}. Refused for a pair without a rate. */
export const getAcquiringRate: Endpoint = ({ rules, operation, parameters: [baseAsset = '', quoteAsset = ''] }) => {
  const rate = rateOf(currencyOf(baseAsset), currencyOf(quoteAsset));
  if (rate !== undefined) {
    const record = rules.acquiringRateShown({ baseAsset, quoteAsset, rate });
    return jsonAnswer(rules.dressed(record, 'acquiringRate'), operation, rules);
  }
  const answered = rules.unknownRateAnswer();
  if (answered === undefined) throw new Refusal('unknown_asset', 'There is no rate for these assets');
  return jsonAnswer(answered, operation, rules);
};

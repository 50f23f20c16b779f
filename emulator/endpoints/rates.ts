import { jsonAnswer } from '../answer.ts';
import { rateOf } from '../assets.ts';
import type { Endpoint } from '../context.ts';
import { Refusal } from '../refusal.ts';

/** GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}. Refused for a pair without a rate. */
export const getAcquiringRate: Endpoint = ({ rules, operation, parameters: [baseAsset = '', quoteAsset = ''] }) => {
  const rate = rateOf(baseAsset, quoteAsset);
  if (rate === undefined) throw new Refusal('unknown_asset', 'There is no rate for these assets');
  return jsonAnswer(rules.dressed({ baseAsset, quoteAsset, rate }, 'acquiringRate'), operation, rules);
};

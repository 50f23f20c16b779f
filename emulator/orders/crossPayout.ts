import { balanceOf } from '../domain/books.ts';
import type { Method } from '../domain/method.ts';
import type { Money } from '../domain/money.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Body, text } from '../http/bodyFields.ts';
import type { Context } from '../instance/context.ts';
import { type MethodWords, methodWordsOf } from './order.ts';
import { type Trade, tradeFor } from './trade.ts';

/** Reads the target of a cross payout from `asset`, a currency or `<BLOCKCHAIN>_<CURRENCY>` (§ Payments, rule 2). */
export function crossPayoutWords(body: Body): MethodWords {
  const wish = methodWordsOf(body);
  const asset = text(body, 'asset');
  const blockchain = asset?.includes('_') ? (asset.split('_')[0] ?? null) : null;
  return {
    currency: wish.currency ?? (asset === null ? null : currencyOf(asset)),
    method: wish.method ?? 'CRYPTOCOIN',
    blockchain: wish.blockchain ?? blockchain,
  };
}

/** The currency of an asset; a bare currency is returned unchanged. */
export const currencyOf = (asset: string): string => asset.split('_').at(-1) ?? asset;

/** Returns the method of a pay-out. If a cross payout names no blockchain, this is the first method whose blockchain fits the address. */
export function methodFor({ rules }: Context, methods: readonly Method[], address: string | null): Method {
  const byAddress = methods.find(
    ({ blockchain }) => address && blockchain && rules.addressAccepted(address, blockchain),
  );
  const method = byAddress ?? methods[0];
  if (method === undefined) throw new Refusal('unknown_method', 'No method fits');
  return method;
}

/** The exchange that covers a pay-out's shortfall, if cross payout is enabled; undefined if none is needed or possible. */
export function crossTrade(
  context: Context,
  hold: Money,
  { isById, ...between }: { wanted: string; from: string; isById: boolean },
): Trade | undefined {
  const { rules, account } = context;
  const balance = balanceOf(account, between.wanted);
  if (balance.gte(hold) || !rules.crossPayoutEnabled(account.crossPayout, isById)) return undefined;
  return tradeFor(context, rules.shortOf(hold, balance), between);
}

import { canonicalAddress } from '../../../schemas/domain/addresses.ts';
import { blockchainOf, currencyOf } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import { field, grouped, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { allAddresses, bundlesIn, canonicalAddressIn } from '../../acquiring/bundles/bundleAddresses.ts';
import { assetOf } from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { amountIn } from '../../answers/searchPage.ts';
import { type OracleResult, toResult } from '../../core/result.ts';

/** Returns the least amount of each asset at each static address that no answer of the run shows as inactive. */
function minimaIn(record: RunRecord): Map<string, Decimal> {
  const minima = new Map<string, Decimal>();
  const closed = new Set<string>();
  for (const bundle of bundlesIn(record)) {
    for (const one of allAddresses(bundle, 'deactivatedAddresses')) closed.add(canonicalAddressIn(one) ?? '');
    for (const one of allAddresses(bundle, 'addresses')) {
      const [address = '', least] = [canonicalAddressIn(one), numberIn(field(one.value, 'values'), 'minLimit')];
      if (field(one.value, 'active') !== true) closed.add(address);
      else if (least) minima.set(`${one.asset} ${address}`, least);
    }
  }
  for (const key of [...minima.keys()]) if (closed.has(key.split(' ')[1] ?? '')) minima.delete(key);
  return minima;
}

/** A transfer of the run, with the least amount that its static address takes; undefined for another address. */
interface Sent {
  asset: string;
  amount: Decimal;
  least: Decimal | undefined;
}

function sentIn(record: RunRecord): Sent[] {
  const minima = minimaIn(record);
  return record.controlActions.flatMap(({ what, args }): Sent[] => {
    const { asset, address, amount } = args as { asset?: string; address?: string; amount?: string };
    if (what !== 'chain/transfers' || asset === undefined || address === undefined || amount === undefined) return [];
    return [{ asset, amount: decimal(amount), least: minima.get(`${asset} ${canonicalAddress(address)}`) }];
  });
}

/**
 * No payment of at least values.minLimit to a static address fails (§ Static address bundle; SAB-10). A payment is recognised by its asset and its amount, so only amounts
 * count that the run sent to nothing else.
 */
export function enoughNeverFails(record: RunRecord): OracleResult {
  const keyOf = (asset: string, amount: Decimal) => `${blockchainOf(asset)} ${currencyOf(asset)} ${amount.toFixed()}`;
  const groups = grouped(sentIn(record), ({ asset, amount }) => keyOf(asset, amount));
  const enough = new Map([...groups].filter(([, all]) => all.every(({ least, amount }) => least && amount.gte(least))));
  const paid = record.payments.filter((payment) => {
    const { value } = payment;
    const asset = assetOf(payment);
    const amount = amountIn(value);
    const isDeposit = textField(value, 'orderType') === 'PAYIN' && field(value, 'clientOrderId') === undefined;
    return isDeposit && asset !== undefined && amount !== undefined && enough.has(keyOf(asset, amount.abs()));
  });
  const faults = paid
    .filter(({ value }) => textField(value, 'status') === 'FAILED')
    .map(({ value, where, exchange }): Fault => {
      const what = `${where}/status of ${amountIn(value)?.toFixed()} ${textField(value, 'currency')} to a static address`;
      const wanted = 'no failure, since it reached the minimum';
      return { code: 'differs', what, wanted, seen: 'FAILED', exchanges: [exchange.id] };
    });
  return toResult([...new Set(paid.map(({ exchange }) => exchange.id))], faults.slice(0, 3));
}

import type { Receipt, StaticAddress } from './acquiring.ts';
import type { StaticPlace } from './addressBook.ts';
import { announcePayment } from './announce.ts';
import type { ChainTransfer } from './chain.ts';
import type { Instant } from './clock.ts';
import { newId } from './ids.ts';
import { recordPayment } from './ledger.ts';
import { type Money, ZERO } from './money.ts';
import type { Rules } from './rules.ts';
import { staticValues } from './staticValues.ts';
import type { World } from './world.ts';

/** Records a payment to a static address, never converted (§ Static address bundle). */
export function recordDeposit(
  { world, rules, now }: { world: World; rules: Rules; now: Instant },
  { bundle, held }: StaticPlace,
  { asset, amount, txHash, address: paidAt }: ChainTransfer,
): Receipt | undefined {
  const account = world.accounts.find(({ projects }) => projects.includes(bundle.project));
  if (account === undefined) return undefined;
  const address = held.find((one) => one.asset.id === asset.id);
  const payment = recordPayment(
    { world, rules, account, now },
    {
      orderId: newId(world, rules, 'ORD'),
      externalId: txHash,
      status: rules.incomingStart(),
      currency: asset.currency,
      blockchain: asset.blockchain,
      requested: amount,
      fee: address ? rules.staticFeeOf(amount, staticValues(asset, bundle.project)) : ZERO,
      orderType: 'PAYIN',
      transactionType: 'CREDIT',
      method: 'CRYPTOCOIN',
      transferTo: account.ownerId,
      convertInto: rules.staticConversion(bundle.project.autoConversion[asset.id] ?? null),
      paidTo: { kind: 'static', referenceId: bundle.referenceId, address: address?.address ?? paidAt },
    },
  );
  announcePayment({ world, rules }, payment.id, null);
  return { paymentId: payment.id, txHash, asset, amount, requestId: null, failure: failureOf(rules, address, amount) };
}

function failureOf(rules: Rules, address: StaticAddress | undefined, amount: Money): string | null {
  if (address === undefined) return 'The address takes no such asset';
  if (!rules.staticTakes(address.disabled)) return 'The address is disabled';
  return rules.reachesStaticMinimum(amount, address.asset.minLimit) ? null : 'Less than the minimum was paid';
}

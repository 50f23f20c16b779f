import type { CheckoutType, Project, RequestStatus } from '../../domain/acquiring.ts';
import type { Asset } from '../../domain/assets.ts';
import type { Money } from '../../domain/money.ts';
import { amount, choice, predicate } from '../core/ruleKind.ts';

/** The settlement of a checkout from the sandbox balance (§ Sandbox). */
export const balanceRules = {
  /** Test USDT and USDC can settle a checkout. */
  balanceCurrency: choice((currency: string): boolean => currency === 'USDT' || currency === 'USDC'),
  /** Only a request that waits for its payment is settled, since it has at most one; `sinceMs` is how long ago it last changed. */
  balanceSettles: predicate((status: RequestStatus, _sinceMs: number): boolean => status === 'WAITING_PAYMENT'),
  /** The balance must hold the due amount. */
  balanceCovers: predicate((balance: Money, due: Money, _type: CheckoutType): boolean => balance.gte(due)),
  /** The page offers what the balance can do. */
  balanceOffered: choice(
    (canSettle: boolean, _type: CheckoutType, _of: { asset: Asset; project: Project }): boolean => canSettle,
  ),
  /** A widget offers it, too. */
  balanceOfferedIn: choice((): 'anywhere' | 'onPages' => 'anywhere'),
  /** The balance loses what was paid. */
  balanceDebit: amount((paid: Money, _type: CheckoutType): Money => paid),
  /** The checkout receives what was paid. */
  balancePaid: choice(
    (paid: Money, _type: CheckoutType, _of: { currency: string; converted: Money | null }): Money => paid,
  ),
  /** Nothing is sent on a blockchain, so that there is no transaction. */
  balanceTransaction: choice((_fresh: () => string): string | null => null),
};

import type { Asset } from '../domain/assets.ts';
import type { Instant } from '../domain/clock.ts';
import type { Money } from '../domain/money.ts';

/** What somebody pays: so much of an asset to an address on the asset's blockchain. */
export interface ChainPayment {
  readonly asset: Asset;
  readonly address: string;
  readonly amount: Money;
}

/** A transfer as its blockchain shows it to everybody. */
export interface ChainTransfer extends ChainPayment {
  readonly txHash: string;
}

/** What who watches a blockchain learns: a transfer is in a block, then it lies under as many blocks as are waited for. */
export interface ChainNews {
  readonly at: Instant;
  readonly event: 'seen' | 'confirmed';
  readonly transfer: ChainTransfer;
}

/** The blockchains as the service has them: a simulated ledger, or real nodes, may stand behind it. */
export interface Chain {
  /** An address of the service on a blockchain. Throws for a blockchain that it does not know. */
  readonly newAddress: (blockchain: string) => string;
  /** Somebody's transfer, which finds its way into a block. */
  readonly send: (sending: ChainPayment, at: Instant) => ChainTransfer;
  /** The oldest news that is not told yet, if it is not after an instant; each is told once. */
  readonly newsUpTo: (until: Instant) => ChainNews | undefined;
  /** When the oldest news comes that is not told yet; undefined: there is none. */
  readonly nextNewsAt: () => Instant | undefined;
}

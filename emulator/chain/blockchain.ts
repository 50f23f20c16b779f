import type { Asset } from '../domain/assets.ts';
import type { Instant } from '../domain/clock.ts';
import type { Money } from '../domain/money.ts';

/** A payment to make: an amount of an asset to an address on the asset's blockchain. */
export interface ChainPayment {
  readonly asset: Asset;
  readonly address: string;
  readonly amount: Money;
}

/** A transfer as its blockchain publishes it. */
export interface ChainTransfer extends ChainPayment {
  readonly txHash: string;
}

/** An event on a blockchain: a transfer enters a block, or reaches the required number of confirmations. */
export interface ChainNews {
  readonly at: Instant;
  readonly event: 'seen' | 'confirmed';
  readonly transfer: ChainTransfer;
}

/** The service's access to blockchains; the implementation may be simulated or use real nodes. */
export interface Chain {
  /** Creates an address of the service on a blockchain. Throws for an unknown blockchain. */
  readonly newAddress: (blockchain: string) => string;
  /** Sends a transfer, which a later block includes. */
  readonly send: (sending: ChainPayment, at: Instant) => ChainTransfer;
  /** Returns the oldest pending event if it is not after an instant; each event is returned once. */
  readonly newsUpTo: (until: Instant) => ChainNews | undefined;
  /** The time of the oldest pending event; undefined if there is none. */
  readonly nextNewsAt: () => Instant | undefined;
}

import { newAddress } from '../domain/addresses.ts';
import { type Instant, later, MILLISECOND } from '../domain/clock.ts';
import { hex, type Random } from '../domain/random.ts';
import type { Rules } from '../rules/index.ts';
import type { Chain, ChainNews, ChainTransfer } from './blockchain.ts';

/** The pace of the simulated blockchains: the time between blocks, and the confirmations required. */
type Pace = Pick<Rules, 'blockMs' | 'confirmationsAwaited'>;

/** Simulates every known blockchain in memory; blocks come at fixed intervals of the clock. */
export function simulatedChain(random: Random, pace: Pace): Chain {
  const pending: ChainNews[] = [];
  return {
    newAddress: (blockchain) => newAddress(random, blockchain),
    send: (sending, at) => {
      const transfer: ChainTransfer = { ...sending, txHash: hex(random, 32) };
      const blockMs = pace.blockMs(sending.asset.blockchain);
      const seenAt = nextBlock(at, blockMs);
      const waited = (pace.confirmationsAwaited(sending.asset.blockchain) - 1) * blockMs;
      queueNews(pending, { at: seenAt, event: 'seen', transfer });
      queueNews(pending, { at: later(seenAt, waited), event: 'confirmed', transfer });
      return transfer;
    },
    nextNewsAt: () => pending[0]?.at,
    newsUpTo: (until) => {
      const [oldest] = pending;
      return oldest !== undefined && oldest.at <= until ? pending.shift() : undefined;
    },
  };
}

/** The time of the first block after an instant. */
function nextBlock(at: Instant, blockMs: number): Instant {
  const beat = BigInt(blockMs) * MILLISECOND;
  return (at / beat + 1n) * beat;
}

/** Inserts an event into the pending ones, in time order. */
function queueNews(pending: ChainNews[], news: ChainNews): void {
  const place = pending.findIndex(({ at }) => at > news.at);
  pending.splice(place === -1 ? pending.length : place, 0, news);
}

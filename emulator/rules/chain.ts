import type { RuleKinds } from './ruleKind.ts';

const BLOCK_MS = 100;
const CONFIRMATIONS = 3;

/** How the simulated blockchains go, and how long the service waits for them. */
export const chainRules = {
  /** The time between two blocks, in milliseconds. */
  blockMs(_blockchain: string): number {
    return BLOCK_MS;
  },
  /** How many blocks a transfer must have before it is processed, its own one included. */
  confirmationsAwaited(_blockchain: string): number {
    return CONFIRMATIONS;
  },
};

/** How each rule of this group can be broken mechanically: the text says nothing of blocks. */
export const chainKinds: RuleKinds<typeof chainRules> = {
  blockMs: 'manner',
  confirmationsAwaited: 'manner',
};

import type { RuleKinds } from './ruleKind.ts';

const BLOCK_MS = 100;
const CONFIRMATIONS = 3;

/** The pace of the simulated blockchains, and the confirmations that the service waits for. */
export const chainRules = {
  /** The time between two blocks, in milliseconds. */
  blockMs(_blockchain: string): number {
    return BLOCK_MS;
  },
  /** The number of blocks that the service waits for before it processes a transfer. The block with the transfer counts too. */
  confirmationsAwaited(_blockchain: string): number {
    return CONFIRMATIONS;
  },
};

/** The kind of each rule in this group. interface.md says nothing about blocks, so these rules have no mechanical mutants. */
export const chainKinds: RuleKinds<typeof chainRules> = {
  blockMs: 'manner',
  confirmationsAwaited: 'manner',
};

import { manner } from '../core/ruleKind.ts';

const BLOCK_MS = 100;
const CONFIRMATIONS = 3;

/** The pace of the simulated blockchains, and the confirmations that the service waits for. */
export const chainRules = {
  /** The time between two blocks, in milliseconds. */
  blockMs: manner((_blockchain: string): number => BLOCK_MS),
  /** The number of blocks that the service waits for before it processes a transfer. The block with the transfer counts too. */
  confirmationsAwaited: manner((_blockchain: string): number => CONFIRMATIONS),
};

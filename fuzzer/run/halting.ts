import { Unreachable } from '../../harness/client.ts';
import { Unkept } from '../../harness/durable.ts';
import { Exhausted } from '../../harness/quota/spending.ts';

/** Why a campaign goes no further, where it was not its budget. */
export interface Halting {
  halted?: string;
  /** The disk takes no more of what is sent: our own fault. */
  isUnkept?: true;
}

/** What halts a campaign; nothing where its budget is spent. Throws what else went wrong. */
export function haltingOf(error: unknown): Halting {
  if (error instanceof Exhausted) return {};
  if (error instanceof Unreachable) return { halted: error.message };
  if (!(error instanceof Unkept)) throw error;
  return { halted: `What is sent can no longer be kept: ${error.message}`, isUnkept: true };
}

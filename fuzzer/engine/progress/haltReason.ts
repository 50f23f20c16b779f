import { Exhausted } from '../../../traffic/rate/limiter/limiterHandle.ts';
import { DiskWriteError } from '../../../traffic/system/atomicWrite.ts';
import { Unreachable } from '../../../traffic/transport/client.ts';

/** Why a campaign goes no further, where it was not its budget. */
export interface HaltReason {
  halted?: string;
  /** The disk takes no more of what is sent: our own fault. */
  isStorageFull?: true;
}

/** What halts a campaign; nothing where its budget is spent. Throws what else went wrong. */
export function haltReason(error: unknown): HaltReason {
  if (error instanceof Exhausted) return {};
  if (error instanceof Unreachable) return { halted: error.message };
  if (!(error instanceof DiskWriteError)) throw error;
  return { halted: `What is sent can no longer be kept: ${error.message}`, isStorageFull: true };
}

import { Exhausted } from '../../../traffic/rate/limiter/limiterHandle.ts';
import { DiskWriteError } from '../../../traffic/system/atomicWrite.ts';
import { Unreachable } from '../../../traffic/transport/client.ts';

/** Why a campaign stopped, if not because of its budget. */
export interface HaltReason {
  halted?: string;
  /** The disk is full: not a fault of the target. */
  isStorageFull?: true;
}

/** Returns why a campaign stopped; empty if its budget is spent. Throws any other error. */
export function haltReason(error: unknown): HaltReason {
  if (error instanceof Exhausted) return {};
  if (error instanceof Unreachable) return { halted: error.message };
  if (!(error instanceof DiskWriteError)) throw error;
  return { halted: `What is sent can no longer be stored: ${error.message}`, isStorageFull: true };
}

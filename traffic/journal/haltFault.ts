import type { Fault } from '../outcome/fault.ts';
import type { Halt } from './journalTypes.ts';

const haltCodes = {
  unreachable: 'unreachable',
  credential: 'credentialRefused',
  stranger: 'stranger',
  account: 'accountHeld',
  receiver: 'receiverHeld',
  quota: 'quotaUnavailable',
  disk: 'notFinished',
  interrupted: 'notFinished',
  command: 'notFinished',
  testee: 'notFinished',
  suite: 'notFinished',
} as const satisfies Record<Halt['cause'], Fault['code']>;

/** The halt of a run whose process was killed, whichever of its workers notices it first, and how. */
export const killedHalt: Halt = { cause: 'interrupted', message: 'its process was killed' };

/** All causes that can halt a run. */
export const haltCauses = Object.keys(haltCodes) as Halt['cause'][];

/** Returns the fault of a run that was halted. */
export function haltFault({ cause, message }: Halt): Fault {
  return { code: haltCodes[cause], seen: message, exchanges: [] };
}

import type { Connection, Purpose } from './lines.ts';
import type { SigningFault, SigningScheme } from './signing.ts';

/** How a plan is sent, where it departs from the sound way: signed, JSON as our writer writes it, a fresh clientOrderId. */
export interface How {
  scheme?: SigningScheme;
  fault?: SigningFault;
  purpose?: Purpose;
  /** Another HTTP method on the plan's path. */
  method?: string;
  /** Another path than the plan's: no operation of the contract. */
  path?: string;
  /** The body text that is sent, made from the one that would be. */
  text?: (sound: string) => string;
  contentType?: string;
  /** Another connection than those that are kept for all. */
  connection?: Connection;
  /** The shape of the sound twin that is sent, or looked for. */
  control?: string;
}

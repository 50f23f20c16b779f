import type { Connection, Purpose, ReadBack } from '../journal/journalTypes.ts';
import type { Signing, SigningManner } from '../signing/authenticate.ts';
import type { SigningFault } from '../signing/signingFaults.ts';
import type { Credential, SigningScheme } from '../signing/signingSchemes.ts';

/** How a plan is sent, where it departs from the sound way: signed, JSON as our writer writes it, a fresh clientOrderId. */
export interface SendOptions {
  scheme?: SigningScheme;
  fault?: SigningFault;
  /** Signed in a way of which § Authentication does not say whether it is right. */
  manner?: SigningManner;
  /** Signed with this salt instead of a fresh one. */
  salt?: string;
  purpose?: Purpose;
  /** Another HTTP method on the plan's path. */
  method?: string;
  /** Another path than the plan's: no operation of the contract. */
  path?: string;
  /** The record that is read back at that path. */
  readBack?: ReadBack;
  /** The body text that is sent, made from the one that would be. */
  text?: (sound: string) => string;
  contentType?: string;
  /** Another connection than those that are kept for all. */
  connection?: Connection;
  /** The shape of the sound twin that is sent, or looked for. */
  control?: string;
}

/** How a request is signed that is sent in this way, by this credential. */
export function signingOf({ scheme = 'signed', fault, manner, salt }: SendOptions, credential: Credential): Signing {
  const way = manner ?? (salt === undefined ? undefined : 'saltOfChoice');
  return {
    scheme,
    credential,
    ...(fault && { fault }),
    ...(way && { manner: way }),
    ...(salt !== undefined && { salt }),
  };
}

import type { Connection, Purpose, ReadBack } from '../journal/journalTypes.ts';
import type { Signing, SigningManner } from '../signing/authenticate.ts';
import type { SigningFault } from '../signing/signingFaults.ts';
import type { Credential, SigningScheme } from '../signing/signingSchemes.ts';

/**
 * How a plan is sent, if not in the default way. By default a plan is signed and valid, its body is JSON as our writer writes it, and its clientOrderId is
 * fresh.
 */
export interface SendOptions {
  scheme?: SigningScheme;
  fault?: SigningFault;
  /** Signed in a way that § Authentication neither allows nor forbids. */
  manner?: SigningManner;
  /** Signed with this salt instead of a fresh one. */
  salt?: string;
  purpose?: Purpose;
  /** Another HTTP method on the plan's path. */
  method?: string;
  /** A path other than the plan's path; no operation of the contract has this path. */
  path?: string;
  /** The record that the request reads back at `path`. */
  readBack?: ReadBack;
  /** Makes the body text to send from the valid body text. */
  text?: (validText: string) => string;
  contentType?: string;
  /** The Accept header, instead of that of a common client. */
  accept?: string;
  /** Uses a connection other than the shared ones. */
  connection?: Connection;
  /** The request of a test that is sent again here, after a pause. */
  recalls?: string;
  /** The key of a control request: this request is that request, or searches for what that request made. */
  control?: string;
}

/** Returns how a request with these options is signed with this credential. */
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

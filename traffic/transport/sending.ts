import type { LookupAddress } from 'node:dns';
import type { OperationKey } from '../../schemas/load/contract.ts';
import type { Connection, Purpose, ReadBack } from '../journal/journalTypes.ts';
import { authenticate, type Signing } from '../signing/authenticate.ts';
import type { Headers } from '../signing/signingSchemes.ts';
import { inOrderOf, plainClient } from './clientHeaders.ts';

/** A request as the client accepts it. The body is sent byte for byte. */
export interface Sending {
  requirement: string;
  combination?: string;
  control?: string;
  purpose: Purpose;
  operation?: OperationKey;
  readBack?: ReadBack;
  method: string;
  /** Escaped path with its query. */
  path: string;
  /** The body as text, or as bytes that are not a text. No signature is defined for such bytes, so a signed request uses the simple scheme instead. */
  body?: string | Buffer;
  /** True if the text of the body is what its test is about. */
  isSpelled?: true;
  /** `application/json` by default; null for a body without a Content-Type. */
  contentType?: string | null;
  signing: Signing;
  /** Headers besides the usual ones, written after them; Accept and Content-Type replace the usual ones. */
  headers?: readonly (readonly [string, string])[];
  /** An origin other than the target's, without a path. */
  origin?: string;
  /** The addresses of that origin's host: connections go only to these. */
  addresses?: readonly LookupAddress[];
  /** The account that sends the request, if it is not the account under test. */
  account?: string;
  clientOrderId?: string;
  repeats?: string;
  recalls?: string;
  connection?: Connection;
}

/** A request that only checks whether a target is there. */
export type HealthRequest = Pick<Sending, 'method' | 'path' | 'signing' | 'operation' | 'headers'>;

/** The default check: the cheapest read of our interface, signed like the request that got no answer. */
export function defaultHealthRequest({
  account,
  signing: { credential },
}: Sending): HealthRequest & Pick<Sending, 'account'> {
  return {
    operation: 'GET /v1/user/methods',
    method: 'GET',
    path: '/v1/user/methods',
    ...(account !== undefined && { account }),
    signing: { scheme: 'signed', credential },
  };
}

/** Returns how a request is actually signed. */
export function effectiveSigning({ signing, body }: Sending): Signing {
  const { scheme, credential } = signing;
  return Buffer.isBuffer(body) && scheme !== 'none' ? { scheme: 'simple', credential } : signing;
}

// Header values beyond ASCII are sent as their UTF-8 bytes.
const written = ([name, value]: readonly [string, string]): Headers[number] => [
  name,
  Buffer.from(value, 'utf8').toString('latin1'),
];

/** Returns the headers of a request in the order of sending, as a common client sends them. */
export function headersOf(sending: Sending, client = plainClient): Headers {
  const { body, contentType, headers = [] } = sending;
  const isTyped = body !== undefined && contentType !== null;
  const usual: Headers = [
    ...client.headers,
    ...(isTyped ? [['Content-Type', contentType ?? client.jsonType] as Headers[number]] : []),
  ];
  const replaced = new Set(headers.map(([name]) => name.toLowerCase()));
  const signed = authenticate(effectiveSigning(sending), typeof body === 'string' ? body : '');
  const own = [...usual.filter(([name]) => !replaced.has(name.toLowerCase())), ...signed];
  return [...inOrderOf(client, own), ...headers.map(written)];
}

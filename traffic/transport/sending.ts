import type { LookupAddress } from 'node:dns';
import type { OperationKey } from '../../schemas/load/contract.ts';
import type { Connection, Purpose, ReadBack } from '../journal/journalTypes.ts';
import { authenticate, type Signing } from '../signing/authenticate.ts';
import type { Headers } from '../signing/signingSchemes.ts';

/** A request as the client's door takes it. The body is sent byte for byte as it is. */
export interface Sending {
  requirement: string;
  combination?: string;
  control?: string;
  purpose: Purpose;
  operation?: OperationKey;
  readBack?: ReadBack;
  method: string;
  /** Path with its query, escaped. */
  path: string;
  /** The body as text; or as bytes that are none, for which no signature is defined: what was to be signed goes by the simple scheme. */
  body?: string | Buffer;
  /** `application/json` where nothing is said; null for a body that does not say what it is. */
  contentType?: string | null;
  signing: Signing;
  /** Headers beside the usual ones, written after them; Accept and Content-Type stand in for the usual ones. */
  headers?: readonly (readonly [string, string])[];
  /** Another origin than the target's, without a path. */
  origin?: string;
  /** The addresses of that origin's host: no others are connected to. */
  addresses?: readonly LookupAddress[];
  /** The account that it is sent as, where that is another than the one under test. */
  account?: string;
  clientOrderId?: string;
  repeats?: string;
  connection?: Connection;
}

/** How a request is asked for that only looks whether a target is there. */
export type HealthRequest = Pick<Sending, 'method' | 'path' | 'signing' | 'operation' | 'headers'>;

/** The look of our interface: its cheapest read, signed by whom the target was lost to. */
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

/** How a request is signed when it is sent. */
export function effectiveSigning({ signing, body }: Sending): Signing {
  const { scheme, credential } = signing;
  return Buffer.isBuffer(body) && scheme === 'signed' ? { scheme: 'simple', credential } : signing;
}

// Beyond ASCII a header goes out as its UTF-8 bytes.
const written = ([name, value]: readonly [string, string]): Headers[number] => [
  name,
  Buffer.from(value, 'utf8').toString('latin1'),
];

/** The headers of a request as they are sent, in their order. */
export function headersOf(sending: Sending): Headers {
  const { body, contentType, headers = [] } = sending;
  const isTyped = body !== undefined && contentType !== null;
  const usual: Headers = [
    ['Accept', '*/*'],
    ...(isTyped ? [['Content-Type', contentType ?? 'application/json'] as Headers[number]] : []),
  ];
  const replaced = new Set(headers.map(([name]) => name.toLowerCase()));
  const signed = authenticate(effectiveSigning(sending), typeof body === 'string' ? body : '');
  return [...usual.filter(([name]) => !replaced.has(name.toLowerCase())), ...signed, ...headers.map(written)];
}

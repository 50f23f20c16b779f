import { Agent, request } from 'undici';
import { type Credential, simpleHeaders } from '../../traffic/signing/signingSchemes.ts';
import type { ArrivedRequest } from '../record/authenticationFacts.ts';

/** An answer of the service behind the front. */
export interface UpstreamAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[]>>;
  body: Buffer;
}

/** Headers that belong to one connection, or that the front writes itself. */
const ofConnection =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|host|expect)$/i;

/** Headers that prove the sender; the front sends its own, so that a client that signs wrongly is judged for that once. */
const ofSender = /^(?:x-token-api-.*|x-hmac-.*|x-salt|accept-encoding)$/i;

/** Where the requests of a client go. Without a credential they keep their own authentication. */
export interface UpstreamOptions {
  baseUrl: string;
  credential?: Credential;
  /** The token id whose requests are signed anew; those of another keep their own authentication. All are signed anew if absent. */
  tokenId?: string;
}

/** True for a request with another token id than the one that its client was given. */
const isOfAnother = (headers: ArrivedRequest['headers'], tokenId: string | undefined) =>
  tokenId !== undefined && headers.some(([name, value]) => /^x-token-api-id$/i.test(name) && value !== tokenId);

/** The service behind the front: the embedded emulator, or for record any base address. */
export class Upstream {
  readonly #agent = new Agent({ keepAliveTimeout: 5_000 });
  readonly #options: UpstreamOptions;

  constructor(options: UpstreamOptions) {
    this.#options = options;
  }

  /** Sends a request on with its own bytes, and returns the answer. */
  async send({ method, target, headers, body }: ArrivedRequest): Promise<UpstreamAnswer> {
    const { baseUrl, tokenId } = this.#options;
    const credential = isOfAnother(headers, tokenId) ? undefined : this.#options.credential;
    const own = headers.filter(([name]) => !ofConnection.test(name) && !(credential && ofSender.test(name)));
    const proof = credential ? simpleHeaders(credential.tokenId, credential.secret) : [];
    const answer = await request(`${baseUrl}${target}`, {
      method: method as 'GET',
      headers: [...own, ...proof].flat(),
      body: body.length > 0 ? body : null,
      dispatcher: this.#agent,
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const kept = Object.entries(answer.headers).filter(([name]) => !ofConnection.test(name));
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(kept) as UpstreamAnswer['headers'],
      body: bytes,
    };
  }

  /** Closes the connections to the service. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

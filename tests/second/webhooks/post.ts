import { type ClientRequest, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { payloadDigest } from './digest.ts';

const ANSWER_WITHIN_MS = 10_000;

/** One POST of a webhook. */
export interface Post {
  url: string;
  secret?: string | undefined;
  body: Uint8Array;
}

/** Sends webhooks and knows which of them are still waiting for an answer. */
export class Sender {
  private readonly open = new Set<ClientRequest>();

  /** Sends one webhook; true only when the answer has status 200 and came within 10 seconds of real time. */
  send(post: Post): Promise<boolean> {
    return new Promise((resolve) => {
      const request = this.start(post, (status) => resolve(status === 200));
      const timer = setTimeout(() => request.destroy(), ANSWER_WITHIN_MS);
      request.on('error', () => resolve(false));
      request.on('close', () => {
        clearTimeout(timer);
        this.open.delete(request);
        resolve(false);
      });
      this.open.add(request);
      request.end(post.body);
    });
  }

  /** Breaks off everything that is still open. */
  close(): void {
    for (const request of this.open) request.destroy();
  }

  private start(post: Post, onStatus: (status: number) => void): ClientRequest {
    const url = new URL(post.url);
    const headers: Record<string, string | number> = {
      'Content-Type': 'application/json',
      'Content-Length': post.body.length,
    };
    if (post.secret) headers['X-Payload-Digest'] = payloadDigest(post.body, post.secret);
    const makeRequest = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return makeRequest(url, { method: 'POST', headers, agent: false }, (response) => {
      onStatus(response.statusCode ?? 0);
      response.on('error', () => undefined);
      response.destroy();
    });
  }
}

import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request } from 'node:http';
import type { AttemptOutcome, WebhookRequest } from '../domain/webhook.ts';

/** Sends a request and reports its outcome once. Returns a function that cancels it; no outcome is reported afterwards. */
export type Send = (sending: WebhookRequest, report: (outcome: AttemptOutcome) => void) => () => void;

/** Sends webhook requests, and closes the connections that it keeps open. */
export interface Sender {
  readonly send: Send;
  readonly close: () => void;
}

/** The maximum number of bytes that the sender reads of an answer. The rest is not needed, because nothing uses the body. */
const MAX_READ_BYTES = 16_384;

/** Sends over HTTP. Redirects are not followed. */
export function httpSender(): Sender {
  const keepAliveAgent = new HttpAgent({ keepAlive: true });
  const single = new HttpAgent({ keepAlive: false });
  return {
    send: (sending, report) => sendBy(sending.keepAlive ? keepAliveAgent : single, sending, report),
    close: () => {
      keepAliveAgent.destroy();
      single.destroy();
    },
  };
}

function sendBy(
  agent: HttpAgent,
  { verb, url, headers, text, source }: WebhookRequest,
  report: (outcome: AttemptOutcome) => void,
) {
  let open = true;
  const end = (outcome: AttemptOutcome): void => {
    if (!open) return;
    open = false;
    outgoing.destroy();
    report(outcome);
  };
  const body = Buffer.from(text);
  const outgoing: ClientRequest = request(url, {
    agent,
    method: verb,
    headers: { ...headers, 'Content-Length': body.length },
    ...(!url.includes('[') && { localAddress: source, family: 4 }),
  });
  outgoing.on('response', (answer) => read(answer, end));
  outgoing.on('error', (error: NodeJS.ErrnoException) =>
    end({ end: error.code === 'ECONNREFUSED' ? 'refused' : 'closed', status: null, location: null }),
  );
  outgoing.end(body);
  return () => {
    open = false;
    outgoing.destroy();
  };
}

function read(answer: IncomingMessage, end: (outcome: AttemptOutcome) => void): void {
  const status = answer.statusCode ?? null;
  const location = answer.headers.location ?? null;
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_READ_BYTES) end({ end: 'answered', status, location });
  });
  answer.on('error', () => end({ end: 'cut', status, location }));
  answer.on('end', () => end({ end: 'answered', status, location }));
  answer.on('close', () => end({ end: answer.complete ? 'answered' : 'cut', status, location }));
}

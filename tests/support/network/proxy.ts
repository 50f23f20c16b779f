import { Agent, type IncomingMessage, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Behaviour, ReceivedRequest } from './testServer.ts';

/** An answer of the service behind a proxy, with its body. */
export interface Passed {
  status: number;
  /** Names and values alternate, as received. */
  headers: readonly string[];
  body: Buffer;
}

/** Changes an answer before the proxy passes it on. */
export type Change = (answer: Passed, asked: ReceivedRequest) => Passed;

const agent = new Agent({ keepAlive: true });

function ask(upstream: string, { request, path, body }: ReceivedRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = request.rawHeaders;
    send(`${upstream}${path}`, { agent, method: request.method ?? 'GET', headers }, resolve)
      .on('error', reject)
      .end(body);
  });
}

/** Sends a request of the proxy to the service at `upstream`. */
export async function askUpstream(upstream: string, asked: ReceivedRequest): Promise<Passed> {
  const answer = await ask(upstream, asked);
  return { status: answer.statusCode ?? 0, headers: answer.rawHeaders, body: await buffer(answer) };
}

/** Passes every request on to the service at `upstream`, and its answer back, optionally changed. */
export function pass(upstream: string, change: Change = (answer) => answer): Behaviour {
  return (asked, response) => {
    askUpstream(upstream, asked)
      .then((answer) => {
        const { status, headers, body } = change(answer, asked);
        response.sendDate = false;
        response.writeHead(status, [...headers]).end(body);
      })
      .catch(() => response.destroy());
  };
}

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test as base } from '@playwright/test';

/** A request as it was received. */
export interface ReceivedRequest {
  method: string;
  path: string;
  /** Names and values in their original order and letter case. */
  headers: readonly (readonly [string, string])[];
  body: string;
}

/** Handles one request; `nth` counts all requests from 0. It may answer, hang, or break the connection. */
export type Script = (socket: Socket, request: ReceivedRequest, nth: number) => void;

/** A server for one test: its address, and the requests that arrived. */
export interface ScriptedServer {
  url: string;
  arrived: readonly ReceivedRequest[];
  close(): Promise<void>;
}

/** Returns an HTTP answer with a Content-Length as text. */
export function answerText(status: number, body = '', headers: readonly string[] = []): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return [`HTTP/1.1 ${status} Told`, length, ...headers, '', body].join('\r\n');
}

// The text holds bytes, one character for each.
function arrivedIn(text: string): { request: ReceivedRequest; rest: string } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = Buffer.from(text.slice(0, end), 'latin1').toString().split('\r\n');
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const);
  const length = Number(headers.find(([name]) => /^content-length$/i.test(name))?.[1] ?? '0');
  const after = Buffer.from(text.slice(end + 4), 'latin1');
  if (after.length < length) return undefined;
  const [method = '', path = ''] = first.split(' ');
  const body = after.subarray(0, length).toString();
  return { request: { method, path, headers, body }, rest: after.subarray(length).toString('latin1') };
}

/** Opens a server on a port that the system picks. It reads only requests in ASCII and UTF-8. */
async function openPeer(script: Script): Promise<ScriptedServer> {
  const arrived: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let found = arrivedIn(text); found; found = arrivedIn(text)) {
        text = found.rest;
        arrived.push(found.request);
        script(socket, found.request, arrived.length - 1);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    close: async () => {
      const closed = server.listening ? once(server, 'close') : undefined;
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Playwright's `test` with real servers for one test. Each follows a script and is closed at the end. */
export const test = base.extend<{ serve(script: Script): Promise<ScriptedServer> }>({
  serve: async ({}, use) => {
    const open: ScriptedServer[] = [];
    await use(async (script) => {
      const peer = await openPeer(script);
      open.push(peer);
      return peer;
    });
    await Promise.all(open.map((peer) => peer.close()));
  },
});

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** One request to a test server, with its body. */
export interface ReceivedRequest {
  request: IncomingMessage;
  path: string;
  body: Buffer;
}

/** How a server answers, or fails to answer. */
export type Behaviour = (asked: ReceivedRequest, response: ServerResponse) => void;

/** A test server on loopback, on a port that the system picked. */
export interface TestServer {
  url: string;
  /** Every request so far, as `GET /path`. */
  readonly requests: readonly string[];
  /** The number of connections opened so far. */
  readonly connections: number;
  close(): Promise<void>;
}

/** Serves every request with one behaviour. Closing it cuts open connections. */
export async function serve(manner: Behaviour): Promise<TestServer> {
  const requests: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    // A caller that disconnects within its body gets no answer.
    buffer(request).then(
      (body) => manner({ request, path: request.url ?? '/', body }, response),
      () => response.destroy(),
    );
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get connections() {
      return connections;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

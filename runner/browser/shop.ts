import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback for the pages around an embedded widget, as a merchant's shop has them. */
export interface Shop {
  port: number;
  /** Serves a page under a path of its own, and returns that path. */
  serve(html: string): string;
  close(): Promise<void>;
}

/** The most pages that are kept; older ones are forgotten. */
const mostPages = 200;

/** Opens the server on a port that the system picks. */
export async function openShop(): Promise<Shop> {
  const pages = new Map<string, string>();
  let count = 0;
  const server = createServer((request, response) => {
    const html = pages.get(request.url?.split('?')[0] ?? '');
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    serve: (html) => {
      count += 1;
      const path = `/page-${count}`;
      pages.set(path, html);
      const [oldest] = pages.keys();
      if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest);
      return path;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

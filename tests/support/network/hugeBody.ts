import { Readable } from 'node:stream';
import type { Behaviour } from './testServer.ts';

/** A gigabyte, in pieces of 64 KB. */
const pieces = 16 * 1024;
const piece = Buffer.from('0,'.repeat(32 * 1024));

function* numbers(): Generator<Buffer> {
  yield Buffer.from('[');
  for (let sent = 0; sent < pieces; sent += 1) yield piece;
  yield Buffer.from('0]');
}

/** Sends a gigabyte of valid JSON, as fast as the caller reads it. */
export const floods: Behaviour = (_asked, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const source = Readable.from(numbers());
  source.pipe(response);
  response.on('close', () => source.destroy());
};

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { held, send } from './sending.ts';

/** Asks a server that does this once; returns the answer, or the error that there is none. */
async function asked(act: (response: ServerResponse) => void, use: (answer: Response) => Promise<unknown>) {
  const server = createServer((_, response) => act(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await use(await fetch(`http://127.0.0.1:${port}/`));
  } catch {
    return 'no answer';
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const body = Buffer.from('{"id":"PMT-1"}');
const answer = { status: 200, headers: {}, body };

test('a silence ends with the connection', async () => {
  expect(
    await asked(
      (response) => held(response, 5),
      async () => 'an answer',
    ),
  ).toBe('no answer');
});

test('an answer that stops sends its beginning and does not end; a cut one ends', async () => {
  const read = async (isHeld: boolean) =>
    asked(
      (response) => send({ ...answer, cut: { afterBytes: 5, isChunked: false, isHeld } }, { response, method: 'GET' }),
      async ({ body: stream }) => {
        const reader = (stream as ReadableStream<Uint8Array>).getReader();
        const { value } = await reader.read();
        const ended = reader.read().then(
          () => 'ended',
          () => 'cut',
        );
        const text = Buffer.from(value ?? []).toString();
        return [text, await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 200, 'open'))])];
      },
    );
  expect(await read(true)).toEqual(['{"id"', 'open']);
  expect(await read(false)).not.toEqual(['{"id"', 'open']);
});

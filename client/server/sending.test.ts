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
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    return answer ? await use(answer) : 'no answer';
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

test('an answer that stops sends its beginning and leaves the connection open; a cut one ends it', async () => {
  for (const isHeld of [true, false]) {
    let socket: ServerResponse['socket'] = null;
    const text = await asked(
      (response) => {
        socket = response.socket;
        send({ ...answer, cut: { afterBytes: 5, isChunked: false, isHeld } }, { response, method: 'GET' });
      },
      async ({ body: stream }) => {
        const { value } = await (stream as ReadableStream<Uint8Array>).getReader().read();
        if (isHeld) expect(socket?.destroyed).toBe(false);
        else await expect.poll(() => socket?.destroyed).toBe(true);
        return Buffer.from(value ?? []).toString();
      },
    );
    if (isHeld) expect(text).toBe('{"id"');
  }
});

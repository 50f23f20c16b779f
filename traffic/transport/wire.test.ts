import { expect } from '@playwright/test';
import { Agent, type Dispatcher } from 'undici';
import {
  answerText,
  type Script,
  type ScriptedServer,
  test as served,
} from '../../tests/support/network/scriptedServer.ts';
import type { TransportCode } from '../journal/journalTypes.ts';
import { maxStoredBytes } from './body.ts';
import { exchange, openWire, type WireAnswer, type WireRequest } from './wire.ts';

const test = served.extend<{ wire: Dispatcher }>({
  wire: async ({}, use) => {
    const wire = openWire();
    await use(wire);
    await wire.destroy();
  },
});

const get = ({ url }: Pick<ScriptedServer, 'url'>, parts: Partial<WireRequest> = {}): WireRequest => ({
  url: `${url}/v1/user/methods`,
  method: 'GET',
  headers: [],
  deadlineMs: 5_000,
  ...parts,
});

const codeOf = (answer: WireAnswer) => ('failure' in answer ? answer.failure.code : answer.status);

const bytesOf = (answer: WireAnswer) => ('failure' in answer ? undefined : answer.body.bytes.toString());

/** Writes one byte again and again until the other side closes. */
function drip(socket: Parameters<Script>[0]): void {
  const timer = setInterval(() => socket.write('x'), 20);
  socket.on('close', () => clearInterval(timer));
}

interface Break {
  name: string;
  script: Script;
  code: TransportCode;
  deadlineMs?: number;
}

const breaks: readonly Break[] = [
  { name: 'never answers', script: () => undefined, code: 'timeout', deadlineMs: 200 },
  { name: 'resets before the headers', script: (socket) => socket.resetAndDestroy(), code: 'reset' },
  { name: 'closes before the headers', script: (socket) => socket.end(), code: 'reset' },
  {
    name: 'resets in the middle of the headers',
    script: (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Le', () => socket.resetAndDestroy()),
    code: 'reset',
  },
  {
    name: 'resets in the middle of the body',
    script: (socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', () => socket.resetAndDestroy()),
    code: 'reset',
  },
  {
    name: 'closes in the middle of the body',
    script: (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
    code: 'reset',
  },
  { name: 'answers no HTTP', script: (socket) => socket.end('220 mail.example.com ESMTP\r\n\r\n'), code: 'protocol' },
  { name: 'answers a broken status line', script: (socket) => socket.end('HTTP/1.1 OK\r\n\r\n'), code: 'protocol' },
  {
    name: 'answers a header without a name',
    script: (socket) => socket.end('HTTP/1.1 200 OK\r\n: nameless\r\n\r\n'),
    code: 'protocol',
  },
  {
    name: 'answers two lengths',
    script: (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nab'),
    code: 'protocol',
  },
  {
    name: 'answers a chunk of no length',
    script: (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n0\r\n\r\n'),
    code: 'protocol',
  },
  {
    name: 'answers with giant headers',
    script: (socket) => socket.write(`HTTP/1.1 200 OK\r\nX-Giant: ${'x'.repeat(1_000_000)}\r\n\r\n`),
    code: 'overlong',
  },
  {
    name: 'drips headers past the deadline',
    script: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Drip: ');
      drip(socket);
    },
    code: 'timeout',
    deadlineMs: 300,
  },
  {
    name: 'drips a body past the deadline',
    script: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n');
      drip(socket);
    },
    code: 'timeout',
    deadlineMs: 300,
  },
];

for (const { name, script, code, deadlineMs = 5_000 } of breaks) {
  for (const method of ['GET', 'POST']) {
    test(`a server that ${name} is reported as ${code}, and its ${method} is sent once`, async ({ serve, wire }) => {
      const peer = await serve(script);
      const body = method === 'POST' ? { body: '{}' } : {};
      expect(codeOf(await exchange(wire, get(peer, { method, deadlineMs, ...body })))).toBe(code);
      expect(peer.arrived).toHaveLength(1);
    });
  }
}

test('a port without a listener is unreachable', async ({ serve, wire }) => {
  const peer = await serve((socket) => socket.end());
  await peer.close();
  expect(codeOf(await exchange(wire, get(peer)))).toBe('unreachable');
});

test('a request on a kept connection that was closed is not repeated', async ({ serve, wire }) => {
  const peer = await serve((socket, _, nth) => {
    if (nth === 0) socket.write(answerText(200, 'first'));
    else socket.resetAndDestroy();
  });
  expect(codeOf(await exchange(wire, get(peer)))).toBe(200);
  expect(codeOf(await exchange(wire, get(peer, { method: 'POST', body: '{}' })))).toBe('reset');
  expect(codeOf(await exchange(wire, get(peer)))).toBe('reset');
  expect(peer.arrived.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
});

for (const status of [301, 302, 307, 308]) {
  test(`a redirect by ${status} is an answer and is not followed`, async ({ serve, wire }) => {
    const peer = await serve((socket) => socket.write(answerText(status, 'away', ['Location: /elsewhere'])));
    const answer = await exchange(wire, get(peer));
    expect([codeOf(answer), bytesOf(answer)]).toEqual([status, 'away']);
    expect(peer.arrived).toHaveLength(1);
  });
}

test('path, headers and body arrive unchanged', async ({ serve, wire }) => {
  const peer = await serve((socket) => socket.write(answerText(200)));
  const paths = ['/v1/user/payments/..', '/a/./b//c', '/%2e%2E/%25?x=%00&y=a+b', '/~world/v1', '/?a=[1]'];
  const headers: [string, string][] = [
    ['X-Token-API-Id', 'TKN-1'],
    ['x-salt', 'ff'],
  ];
  for (const path of paths)
    await exchange(wire, get(peer, { url: peer.url + path, method: 'POST', headers, body: '{"a": "déjà"}\r\n' }));
  expect(peer.arrived.map(({ path }) => path)).toEqual(paths);
  for (const { headers: seen, body } of peer.arrived) {
    expect(seen).toEqual(expect.arrayContaining(headers));
    expect(seen.map(([name]) => name.toLowerCase()).toSorted()).toEqual([
      'connection',
      'content-length',
      'host',
      'x-salt',
      'x-token-api-id',
    ]);
    expect(body).toBe('{"a": "déjà"}\r\n');
  }
});

test('the headers of an answer keep their order, letter case and repetitions', async ({ serve, wire }) => {
  const peer = await serve((socket) =>
    socket.write(answerText(200, '', ['X-Odd: a', 'x-odd: b', 'Content-TYPE: plain/text'])),
  );
  const answer = await exchange(wire, get(peer));
  expect('headers' in answer && answer.headers).toEqual([
    ['Content-Length', '0'],
    ['X-Odd', 'a'],
    ['x-odd', 'b'],
    ['Content-TYPE', 'plain/text'],
  ]);
});

test('a request that cannot be written as HTTP is our own error', async ({ serve, wire }) => {
  const peer = await serve((socket) => socket.write(answerText(200)));
  await expect(exchange(wire, get(peer, { headers: [['X-Salt', 'a\r\nX-More: b']] }))).rejects.toThrow();
  await expect(exchange(wire, get(peer, { url: `${peer.url}/with a space` }))).rejects.toThrow();
  expect(peer.arrived).toEqual([]);
});

test('running out of sockets is our own fault and never a reset by the target', async ({ serve }) => {
  const peer = await serve((socket) => socket.write(answerText(200)));
  const scarce = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  const wire = new Agent({ connect: (_, done) => done(scarce, null) });
  await expect(exchange(wire, get(peer))).rejects.toThrow('too many open files');
  await wire.destroy();
});

/** Sends bytes for as long as somebody reads them; notes the peak memory of this process. */
function pour(socket: Parameters<Script>[0], measured: { sent: number; peak: number }): void {
  const block = Buffer.alloc(64 * 1024, 'x');
  const total = 1024 ** 3;
  const more = () => {
    while (measured.sent < total && !socket.destroyed) {
      measured.sent += block.length;
      measured.peak = Math.max(measured.peak, used());
      if (!socket.write(block)) return void socket.once('drain', more);
    }
  };
  socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${total}\r\n\r\n`);
  more();
}

function used(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('two megabytes of a gigabyte are stored, the sender is stopped, and memory stays flat', async ({
  serve,
  wire,
}) => {
  const measured = { sent: 0, peak: 0 };
  const peer = await serve((socket) => pour(socket, measured));
  const before = used();
  const answer = await exchange(wire, get(peer, { deadlineMs: 30_000 }));
  if ('failure' in answer) throw new Error(answer.failure.message);
  expect(answer.body.cut).toBe(true);
  expect(answer.body.bytes.length).toBe(maxStoredBytes);
  expect(measured.sent).toBeLessThan(64 * 1024 ** 2);
  expect(Math.max(measured.peak, used()) - before).toBeLessThan(50 * 1024 ** 2);
});

test('a name uses the addresses that were looked up before, without another lookup', async ({ serve }) => {
  const peer = await serve((socket) => socket.end(answerText(200, 'here')));
  const fixedWire = openWire([{ address: '127.0.0.1', family: 4 }]);
  const url = `http://nowhere.invalid:${new URL(peer.url).port}/pay`;
  expect(bytesOf(await exchange(fixedWire, get(peer, { url })))).toBe('here');
  expect(peer.arrived[0]?.headers).toContainEqual(['host', new URL(url).host]);
  await fixedWire.destroy();
});

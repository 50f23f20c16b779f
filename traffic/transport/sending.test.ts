import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { clientInTurn, fetchClient } from './clientHeaders.ts';
import { effectiveSigning, headersOf, type Sending } from './sending.ts';
import { exchange, openWire } from './wire.ts';

const credential = { label: 'main', tokenId: 'TKN-main-1', secret: 'top-secret-1' };

const sending = (parts: Partial<Sending> = {}): Sending => ({
  requirement: 'OUT-02',
  purpose: 'probe',
  method: 'POST',
  path: '/any',
  body: '{"a":1}',
  signing: { scheme: 'simple', credential },
  ...parts,
});

const simple = [
  ['X-Token-API-Id', 'TKN-main-1'],
  ['X-Token-API-Secret', 'top-secret-1'],
];

test('a body has the usual content type, another one, or none', () => {
  const typesOf = (parts: Partial<Sending>) => headersOf(sending(parts)).filter(([name]) => name === 'Content-Type');
  expect(typesOf({})).toEqual([['Content-Type', 'application/json']]);
  expect(typesOf({ contentType: 'text/plain' })).toEqual([['Content-Type', 'text/plain']]);
  expect(typesOf({ contentType: null })).toEqual([]);
  const { body: _, ...bodiless } = sending();
  expect(headersOf(bodiless)).toEqual([['Accept', '*/*'], ...simple]);
});

test('a common client has its own headers, and its own type of a JSON body', () => {
  const seen = Array.from({ length: 40 }, (_, nth) =>
    headersOf(sending(), clientInTurn({ seed: 1, requirement: 'OUT-02', nth })),
  );
  for (const headers of seen) expect(headers.filter(([name]) => /^(accept|content-type)$/i.test(name))).toHaveLength(2);
  expect(new Set(seen.map((headers) => JSON.stringify(headers))).size).toBe(5);
  expect(headersOf(sending(), clientInTurn({ seed: 1, requirement: 'OUT-02', nth: 7 }))).toEqual(seen[7]);
});

test('further headers follow the usual ones, or replace them', () => {
  const own = [
    ['accept', 'text/plain'],
    ['Content-Type', 'application/xml'],
    ['X-Odd', 'é'],
  ] as const;
  // Characters beyond ASCII are sent as UTF-8 bytes.
  const written = own.map(([name, value]) => [name, value.replace('é', '\u00c3\u00a9')]);
  expect(headersOf(sending({ headers: own, contentType: 'text/plain' }))).toEqual([...simple, ...written]);
});

test('bytes that are not text are not signed', () => {
  const signing = { scheme: 'signed', credential, manner: 'upperCase' } as const;
  const body = Buffer.from([255]);
  expect(effectiveSigning(sending({ signing }))).toBe(signing);
  expect(effectiveSigning(sending({ signing, body }))).toEqual({ scheme: 'simple', credential });
  expect(effectiveSigning(sending({ signing: { scheme: 'none', credential }, body }))).toMatchObject({
    scheme: 'none',
  });
});

test("Node's fetch and we send the same headers in the same order", async () => {
  const seen: string[][] = [];
  const server = createServer((request, response) => {
    seen.push(request.rawHeaders.filter((_, index) => index % 2 === 0));
    response.end();
  });
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const wire = openWire();
  try {
    const { method, path, body } = sending();
    const headers = headersOf(sending(), fetchClient(baseUrl));
    await exchange(wire, { url: baseUrl + path, method, headers, body: body ?? '', deadlineMs: 5_000 });
    const own = headers.slice(0, 3).map(([name, value]): [string, string] => [name, value]);
    await fetch(baseUrl + path, { method, headers: own, body: String(body) });
  } finally {
    await wire.destroy();
    server.close();
  }
  expect(seen[0]).toEqual(seen[1]);
});

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { wait } from './wait.ts';

const targetAt = (baseUrl: string) =>
  JSON.stringify({
    name: 'ours',
    kind: 'vendor',
    baseUrl,
    credentials: [{ label: 'main', tokenIdEnv: 'A', secretEnv: 'B' }],
  });

/** Starts a server that refuses everything, which is an answer too. */
async function started(): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) => response.writeHead(401).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('ends at once if a server answers, with whatever status', async () => {
  const { server, url } = await started();
  expect(await wait(url, {})).toBe(0);
  server.close();
});

test('waits for a target file that is still to be written, and for its server', async () => {
  const file = test.info().outputPath('target.json');
  const waited = wait(file, {});
  const { server, url } = await started();
  writeFileSync(file, '{ "name": "ou');
  writeFileSync(file, targetAt(url));
  expect(await waited).toBe(0);
  server.close();
});

test('ends with exit code 3 if nothing answers in time', async () => {
  const { server, url } = await started();
  server.close();
  await once(server, 'close');
  expect(await wait(url, { seconds: '1' })).toBe(3);
  expect(await wait(test.info().outputPath('never.json'), { seconds: '1' })).toBe(3);
});

test('refuses what is no time, no address and no target file', async () => {
  await expect(wait('http://127.0.0.1:9', { seconds: 'soon' })).rejects.toThrow(/--seconds: expected a whole number/);
  await expect(wait('http://a b', {})).rejects.toThrow(/expected the address of a server/);
  const file = test.info().outputPath('broken.json');
  writeFileSync(file, '{}');
  await expect(wait(file, { seconds: '1' })).rejects.toThrow(/baseUrl/);
});

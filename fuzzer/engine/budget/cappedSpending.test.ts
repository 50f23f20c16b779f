import { expect, test } from '@playwright/test';
import { serve } from '../../../tests/support/network/testServer.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';
import { Exhausted } from '../../../traffic/rate/limiter/limiterHandle.ts';
import { Redactor } from '../../../traffic/redaction/redactor.ts';
import { Client } from '../../../traffic/transport/client.ts';
import { recoveryProbe } from '../../openapi/credentials/clientRequest.ts';
import { cappedSpending } from './cappedSpending.ts';

test('no request exceeds the budget, and a spent budget is not a failure of the target', async () => {
  const served = await serve((_, response) => void response.writeHead(200).end());
  const lines: Line[] = [];
  const client = new Client({
    target: {
      baseUrl: served.url,
      deadlines: { answerMs: 5_000, recoverMs: 500, visibleMs: 0, finalMs: 0, pendingWindowMs: 0 },
      credentials: [],
    },
    redactor: new Redactor(),
    prefix: 'c',
    write: (line) => void lines.push(line),
    limiter: cappedSpending({ posts: 2, gets: 5 }, { posts: 1, gets: 2 }),
    patiently: (wait) => wait(),
  });
  const get = { requirement: 'ANY', purpose: 'probe', ...recoveryProbe } as const;
  const post = { ...get, method: 'POST' };
  try {
    await client.send(post);
    await expect(client.send(post)).rejects.toThrow(Exhausted);
    for (let sent = 0; sent < 3; sent += 1) await client.send(get);
    await expect(client.send(get)).rejects.toThrow(Exhausted);
    await expect(client.together([get, get])).rejects.toThrow(Exhausted);
    expect(served.requests).toHaveLength(4);
    expect(lines.map(({ kind }) => kind)).toEqual(['exchange', 'exchange', 'exchange', 'exchange']);
  } finally {
    await client.close();
    await served.close();
  }
});

test('a class without a limit is not capped', async () => {
  const { spend } = cappedSpending({ posts: 1 }, { posts: 0, gets: 0 });
  for (let sent = 0; sent < 100; sent += 1) await spend('GET');
  await spend('POST');
  await expect(spend('PUT')).rejects.toThrow(Exhausted);
});

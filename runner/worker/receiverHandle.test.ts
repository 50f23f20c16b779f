import { test as base, expect } from '@playwright/test';
import { OncePerRun } from '../../traffic/rate/limiter/oncePerRun.ts';
import {
  type CallHandler,
  type LimiterServerParts,
  openLimiterServer,
} from '../../traffic/rate/server/limiterServer.ts';
import { connectLimiter } from '../../traffic/rate/server/remoteLimiter.ts';
import {
  answerReceiverCall,
  linesOf,
  noReceiver,
  type Question,
  type ReceiverHandle,
  type ReceiverLine,
  remoteReceiver,
} from './receiverHandle.ts';

const noLimiter: LimiterServerParts['limiter'] = { spend: () => Promise.reject(new Error('nothing to spend')) };

interface Way {
  hearing: ReceiverHandle;
  leave(): Promise<void>;
}

const test = base.extend<{ across(onCall?: CallHandler): Promise<Way> }>({
  across: async ({}, use) => {
    const closing: (() => Promise<void>)[] = [];
    await use(async (handler) => {
      const server = await openLimiterServer({ limiter: noLimiter, once: new OncePerRun(), onCall: handler });
      const client = connectLimiter(server.address);
      closing.push(
        () => client.close(),
        () => server.close(),
      );
      return { hearing: remoteReceiver(client.call), leave: () => client.close() };
    });
    for (const close of closing) await close();
  },
});

const notListening = (fromNs: number): ReceiverLine => ({
  kind: 'deaf',
  requirement: 'WHK-07',
  planned: true,
  fromNs: String(fromNs),
  untilNs: '9',
});

test('a call through the limiter server gets the answer of the receiver', async ({ across }) => {
  const all = [notListening(1), notListening(2), notListening(3)];
  const asked: unknown[] = [];
  const there: ReceiverHandle = {
    ...noReceiver,
    open: async (question) => {
      asked.push(question);
      return 'experiment-1';
    },
    lines: async ({ from }) => all.slice(from, from + 2),
  };
  const { hearing: receiver } = await across((words, signal) => answerReceiverCall(there, words, signal));
  const question: Question = { requirement: 'WHK-05', webhook: 'payment', match: 'PMT-1', plan: [{ status: 500 }] };
  expect(await receiver.open(question)).toBe('experiment-1');
  expect(asked).toEqual([question]);
  const lines = [];
  for await (const line of linesOf(receiver)) lines.push(line);
  expect(lines).toEqual(all);
  expect(await receiver.next({ text: 'PMT-1', from: 0, forMs: 0 })).toBeNull();
});

test('if the runner has no receiver, nothing is received', async ({ across }) => {
  const { hearing: receiver } = await across();
  expect(await receiver.status()).toEqual(await noReceiver.status());
  expect(await receiver.secrets()).toEqual([]);
  expect(await receiver.lines({ from: 0 })).toEqual([]);
});

test('the receiver is informed when a worker ends while it has stopped listening', async ({ across }) => {
  let isInformed = false;
  const there: ReceiverHandle = {
    ...noReceiver,
    stopListening: async (_, signal) => {
      signal?.addEventListener('abort', () => {
        isInformed = true;
      });
      return 1;
    },
  };
  const { hearing: receiver, leave } = await across((words, signal) => answerReceiverCall(there, words, signal));
  expect(await receiver.stopListening({ requirement: 'WHK-07' })).toBe(1);
  await leave();
  await expect.poll(() => isInformed).toBe(true);
});

test('a call that a receiver does not have is refused', async ({ across }) => {
  const { hearing: receiver } = await across((words, signal) =>
    answerReceiverCall(noReceiver, { ...words, name: 'toString' }, signal),
  );
  await expect(receiver.status()).rejects.toThrow('another word');
});

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
  linesAfter,
  noReceiver,
  type Question,
  type ReceiverHandle,
  type ReceiverLine,
  remoteReceiver,
} from './receiverHandle.ts';

const governor: LimiterServerParts['limiter'] = { spend: () => Promise.reject(new Error('nothing to spend')) };

interface Way {
  hearing: ReceiverHandle;
  leave(): Promise<void>;
}

const test = base.extend<{ across(told?: CallHandler): Promise<Way> }>({
  across: async ({}, use) => {
    const closing: (() => Promise<void>)[] = [];
    await use(async (told) => {
      const desk = await openLimiterServer({ limiter: governor, once: new OncePerRun(), onCall: told });
      const clerk = connectLimiter(desk.address);
      closing.push(
        () => clerk.close(),
        () => desk.close(),
      );
      return { hearing: remoteReceiver(clerk.call), leave: () => clerk.close() };
    });
    for (const close of closing) await close();
  },
});

const deaf = (fromNs: number): ReceiverLine => ({
  kind: 'deaf',
  requirement: 'WHK-07',
  planned: true,
  fromNs: String(fromNs),
  untilNs: '9',
});

test('a call through the limiter server gets the answer of the receiver', async ({ across }) => {
  const all = [deaf(1), deaf(2), deaf(3)];
  const asked: unknown[] = [];
  const there: ReceiverHandle = {
    ...noReceiver,
    open: async (question) => {
      asked.push(question);
      return 'experiment-1';
    },
    lines: async ({ from }) => all.slice(from, from + 2),
  };
  const { hearing } = await across((words, gone) => answerReceiverCall(there, words, gone));
  const question: Question = { requirement: 'WHK-05', webhook: 'payment', match: 'PMT-1', plan: [{ status: 500 }] };
  expect(await hearing.open(question)).toBe('experiment-1');
  expect(asked).toEqual([question]);
  const lines = [];
  for await (const line of linesAfter(hearing, 1)) lines.push(line);
  expect(lines).toEqual(all.slice(1));
  expect(await hearing.next({ text: 'PMT-1', from: 0, forMs: 0 })).toBeNull();
});

test('if the runner has no receiver, nothing is received', async ({ across }) => {
  const { hearing } = await across();
  expect(await hearing.status()).toEqual(await noReceiver.status());
  expect(await hearing.secrets()).toEqual([]);
  expect(await hearing.lines({ from: 0 })).toEqual([]);
});

test('the receiver is informed when a worker ends while it has stopped listening', async ({ across }) => {
  let isGone = false;
  const there: ReceiverHandle = {
    ...noReceiver,
    stopListening: async (_, signal) => {
      signal?.addEventListener('abort', () => {
        isGone = true;
      });
      return 1;
    },
  };
  const { hearing, leave } = await across((words, signal) => answerReceiverCall(there, words, signal));
  expect(await hearing.stopListening({ requirement: 'WHK-07' })).toBe(1);
  await leave();
  await expect.poll(() => isGone).toBe(true);
});

test('a call that a receiver does not have is refused', async ({ across }) => {
  const { hearing } = await across((words, gone) =>
    answerReceiverCall(noReceiver, { ...words, name: 'toString' }, gone),
  );
  await expect(hearing.status()).rejects.toThrow('another word');
});

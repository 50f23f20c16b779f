import { test as base, expect } from '@playwright/test';
import { openClerk } from '../quota/clerk.ts';
import { type DeskParts, openDesk, type Told } from '../quota/desk.ts';
import { Once } from '../quota/once.ts';
import { answerTo, type Hearing, type HookLine, hearingAcross, linesAfter, type Question, unheard } from './hearing.ts';

const governor: DeskParts['governor'] = { spend: () => Promise.reject(new Error('nothing to spend')) };

interface Way {
  hearing: Hearing;
  leave(): Promise<void>;
}

const test = base.extend<{ across(told?: Told): Promise<Way> }>({
  across: async ({}, use) => {
    const closing: (() => Promise<void>)[] = [];
    await use(async (told) => {
      const desk = await openDesk({ governor, once: new Once(), told });
      const clerk = openClerk(desk.address);
      closing.push(
        () => clerk.close(),
        () => desk.close(),
      );
      return { hearing: hearingAcross(clerk.tell), leave: () => clerk.close() };
    });
    for (const close of closing) await close();
  },
});

const deaf = (fromNs: number): HookLine => ({
  kind: 'deaf',
  requirement: 'WHK-07',
  planned: true,
  fromNs: String(fromNs),
  untilNs: '9',
});

test('what is asked across a desk is what the receiver answers', async ({ across }) => {
  const all = [deaf(1), deaf(2), deaf(3)];
  const asked: unknown[] = [];
  const there: Hearing = {
    ...unheard,
    open: async (question) => {
      asked.push(question);
      return 'experiment-1';
    },
    lines: async ({ from }) => all.slice(from, from + 2),
  };
  const { hearing } = await across((words, gone) => answerTo(there, words, gone));
  const question: Question = { requirement: 'WHK-05', webhook: 'payment', match: 'PMT-1', plan: [{ status: 500 }] };
  expect(await hearing.open(question)).toBe('experiment-1');
  expect(asked).toEqual([question]);
  const lines = [];
  for await (const line of linesAfter(hearing, 1)) lines.push(line);
  expect(lines).toEqual(all.slice(1));
  expect(await hearing.next({ text: 'PMT-1', from: 0, forMs: 0 })).toBeNull();
});

test('where the runner has no receiver nothing is heard', async ({ across }) => {
  const { hearing } = await across();
  expect(await hearing.status()).toEqual(await unheard.status());
  expect(await hearing.secrets()).toEqual([]);
  expect(await hearing.lines({ from: 0 })).toEqual([]);
});

test('a worker that goes while it wanted deafness is told of', async ({ across }) => {
  let isGone = false;
  const there: Hearing = {
    ...unheard,
    deafen: async (_, signal) => {
      signal?.addEventListener('abort', () => {
        isGone = true;
      });
      return 1;
    },
  };
  const { hearing, leave } = await across((words, signal) => answerTo(there, words, signal));
  expect(await hearing.deafen({ requirement: 'WHK-07' })).toBe(1);
  await leave();
  await expect.poll(() => isGone).toBe(true);
});

test('what a receiver does not do is refused', async ({ across }) => {
  const { hearing } = await across((words, gone) => answerTo(unheard, { ...words, name: 'toString' }, gone));
  await expect(hearing.status()).rejects.toThrow('another word');
});

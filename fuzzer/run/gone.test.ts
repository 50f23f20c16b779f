import { expect, test } from '@playwright/test';
import { Unreachable } from '../../harness/client.ts';
import type { Trial } from '../engine/replay/trial.ts';
import { someCase } from '../someFinding.ts';
import { sentToItsEnd } from './gone.ts';
import { requirementNamed } from './requirements.ts';

const requirement = requirementNamed('ERR-02a');

const silent: Trial = { shown: false, isDecided: true, wasLate: false, spent: { posts: 1, gets: 0 } };

const gone = () => Promise.reject(new Unreachable('nobody'));

const there = async () => 'an answer';

test('a case shows that it ends a target that answers before it and not after it', async () => {
  const trial = await sentToItsEnd(requirement, someCase, { look: there, send: gone });
  expect(trial).toMatchObject({ shown: true, isGone: true, breach: { outcome: 'fail', code: 'gone' } });
  expect(trial.spent).toEqual({ posts: 1, gets: 0 });
});

test('a target that is not there before says nothing of it, and one that is there after is not ended', async () => {
  await expect(sentToItsEnd(requirement, someCase, { look: gone, send: gone })).rejects.toThrow(Unreachable);
  expect(await sentToItsEnd(requirement, someCase, { look: there, send: async () => silent })).toEqual(silent);
});

test('what goes wrong with us is no end of a target', async () => {
  const send = () => Promise.reject(new TypeError('ours'));
  await expect(sentToItsEnd(requirement, someCase, { look: there, send })).rejects.toThrow(TypeError);
});

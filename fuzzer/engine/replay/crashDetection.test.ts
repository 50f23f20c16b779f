import { expect, test } from '@playwright/test';
import { sampleCase } from '../../../tests/support/findings/sampleFindings.ts';
import { Unreachable } from '../../../traffic/transport/client.ts';
import { requirementNamed } from '../../interface/executor/requirements.ts';
import { confirmCrash } from './crashDetection.ts';
import type { TrialResult } from './trial.ts';

const requirement = requirementNamed('ERR-02a');

const silent: TrialResult = { shown: false, isDecided: true, isLate: false, spent: { posts: 1, gets: 0 } };

const unreachable = () => Promise.reject(new Unreachable('nobody'));

const there = async () => 'an answer';

test('a case shows a crash if the target answers before it and not after it', async () => {
  const trial = await confirmCrash(requirement, sampleCase, { look: there, send: unreachable });
  expect(trial).toMatchObject({ shown: true, isGone: true, violation: { outcome: 'fail', code: 'gone' } });
  expect(trial.spent).toEqual({ posts: 1, gets: 0 });
});

test('an absent target proves nothing, and one that answers afterwards has not crashed', async () => {
  await expect(confirmCrash(requirement, sampleCase, { look: unreachable, send: unreachable })).rejects.toThrow(
    Unreachable,
  );
  expect(await confirmCrash(requirement, sampleCase, { look: there, send: async () => silent })).toEqual(silent);
});

test('an error of our own is not a crash of the target', async () => {
  const send = () => Promise.reject(new TypeError('ours'));
  await expect(confirmCrash(requirement, sampleCase, { look: there, send })).rejects.toThrow(TypeError);
});

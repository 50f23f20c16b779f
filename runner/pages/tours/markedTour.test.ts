import { expect, test } from '@playwright/test';
import { runAlone } from '../../../traffic/journal/run.ts';
import { appearanceOf } from '../../worker/appearance.ts';
import { hostileTextsOf } from './markedTour.ts';

test('hostile texts go out as they were made, whatever a run replaces, and differ by the seed', () => {
  const made = Array.from({ length: 50 }, (_, seed) => {
    const { name, returnUrl, mark } = hostileTextsOf(seed);
    const body = JSON.stringify({ name, returnUrl });
    for (const isDiscreet of [false, true])
      expect(appearanceOf(runAlone('out', { seed, isDiscreet })).dressed(body)).toBe(body);
    expect(body).not.toContain(mark);
    return body;
  });
  expect(new Set(made).size).toBe(50);
});

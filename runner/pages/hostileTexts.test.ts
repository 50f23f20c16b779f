import { expect, test } from '@playwright/test';
import { runAlone } from '../../traffic/journal/run.ts';
import { appearanceOf } from '../worker/appearance.ts';
import { hostileTextsOf, spellings } from './hostileTexts.ts';

test('hostile texts go out as they were made, whatever a run replaces, and differ by the seed', () => {
  const made = Array.from({ length: 50 }, (_, seed) => {
    const { names, address, mark } = hostileTextsOf(seed);
    const bodies = spellings.map((spelling, at) =>
      JSON.stringify({ name: names[at % 3], returnUrl: address(spelling) }),
    );
    for (const isDiscreet of [false, true])
      for (const body of bodies) expect(appearanceOf(runAlone('out', { seed, isDiscreet })).dressed(body)).toBe(body);
    expect(bodies.join()).not.toContain(mark);
    return bodies.join();
  });
  expect(new Set(made).size).toBe(50);
});

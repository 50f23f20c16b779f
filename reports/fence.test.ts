import { expect, test } from '@playwright/test';
import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { fenced } from './fence.ts';
import { outsideFences } from './unfence.ts';

test('no line closes the fence in which it stands', () => {
  const ticks = constantFrom('```', '````', '   `````  ', '~~~', '``` text', '');
  assert(
    property(array(oneof(ticks, string({ unit: 'binary' }))), (lines) => {
      const text = fenced(lines);
      expect(outsideFences(text)).toEqual([]);
      expect(text.split('\n').length).toBe(Math.max(1, lines.length) + 2);
    }),
  );
});

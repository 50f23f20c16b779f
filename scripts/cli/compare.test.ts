import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { sampleRequirement, sampleVerdict } from '../../tests/support/reports/sampleVerdict.ts';
import { compare } from './compare.ts';

const validVerdict = sampleVerdict([sampleRequirement()]);

test('a file that is no complete verdict is reported with its fault', () => {
  const [before, after] = ['before.json', 'after.json'].map((name) => test.info().outputPath(name)) as [string, string];
  writeFileSync(before, JSON.stringify(validVerdict));
  const wrong: Readonly<Record<string, unknown>> = {
    'a file of another kind': null,
    'a file in which version': { ...validVerdict, version: 999 },
    'a file in which requirements': { ...validVerdict, requirements: [null] },
    'a file in which target': { ...validVerdict, target: undefined },
    'a file in which selection': { ...validVerdict, selection: { ...validVerdict.selection, shard: 7 } },
  };
  for (const [seen, value] of Object.entries(wrong)) {
    writeFileSync(after, JSON.stringify(value));
    expect(() => compare(before, after, {}), seen).toThrow(
      new RegExp(`after\\.json: expected a verdict\\.json.*got ${seen}`),
    );
  }
  writeFileSync(after, '{"version":1');
  expect(() => compare(before, after, {})).toThrow(/got a file of another kind/);
  expect(() => compare(before, test.info().outputPath(), {})).toThrow(/verdict\.json: expected/);
});

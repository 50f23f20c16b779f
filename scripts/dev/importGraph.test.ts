import { expect, test } from '@playwright/test';
import { dependentsByDistance } from './importGraph.ts';

const imports = {
  'a.ts': [],
  'b.ts': ['a.ts'],
  'c.ts': ['b.ts', 'd.ts'],
  'd.ts': ['c.ts'],
  'b.test.ts': ['b.ts', 'a.ts'],
};

test('what hangs on a source is ranked by the imports between, each once, circles too', () => {
  expect(dependentsByDistance(['a.ts'], imports)).toEqual([['a.ts'], ['b.test.ts', 'b.ts'], ['c.ts'], ['d.ts']]);
});

test('a source that nobody imports is alone, also one that is not there yet', () => {
  expect(dependentsByDistance(['b.test.ts'], imports)).toEqual([['b.test.ts']]);
  expect(dependentsByDistance(['new.ts'], imports)).toEqual([['new.ts']]);
});

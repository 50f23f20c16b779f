import { expect, test } from '@playwright/test';
import { dependentsByDistance } from './importGraph.ts';

const imports = {
  'a.ts': [],
  'b.ts': ['a.ts'],
  'c.ts': ['b.ts', 'd.ts'],
  'd.ts': ['c.ts'],
  'b.test.ts': ['b.ts', 'a.ts'],
};

test('dependents of a source are ranked by distance, each once, even with circular imports', () => {
  expect(dependentsByDistance(['a.ts'], imports)).toEqual([['a.ts'], ['b.test.ts', 'b.ts'], ['c.ts'], ['d.ts']]);
});

test('a source without importers stands alone, even if it does not exist yet', () => {
  expect(dependentsByDistance(['b.test.ts'], imports)).toEqual([['b.test.ts']]);
  expect(dependentsByDistance(['new.ts'], imports)).toEqual([['new.ts']]);
});

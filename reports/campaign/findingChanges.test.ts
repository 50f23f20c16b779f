import { expect, test } from '@playwright/test';
import { findingChangeLines } from './findingChanges.ts';

const none = { known: 12, tried: 3, shown: 0, untried: 9, became: [] };

const fixed = { fingerprint: '00112233445566aa', requirement: 'PAY-05', was: 'open', state: 'fixed' } as const;

test('says how many findings were tried, shown and not tried, and names those that changed', () => {
  const became = [fixed, { ...fixed, requirement: 'ERR-02a', state: 'regressed' as const }];
  expect(findingChangeLines({ ...none, became })).toEqual([
    'of 12 known findings 3 were tried again, 0 show again; 9 that are not fixed were not tried in this campaign',
    'back again: 00112233445566aa ERR-02a',
    'now fixed: 00112233445566aa PAY-05',
  ]);
});

test('leaves out lines without content, and names only a readable number of findings', () => {
  expect(findingChangeLines({ ...none, known: 0 })).toEqual([]);
  expect(findingChangeLines({ ...none, untried: 0 })).toHaveLength(1);
  const [, line] = findingChangeLines({ ...none, became: Array.from({ length: 23 }, () => fixed) });
  expect(line).toMatch(/^now fixed: .* and 3 more$/);
});

import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { mutantsInList } from '../source/mutantList.ts';
import { requirementMutants } from './requirementMutants.ts';

const body = '({ record }) => {}';
const spec = {
  'specs/a.spec.ts': [
    `test('GEN-01 a payment moves', must, ${body});`,
    `test('GEN-02 a payment rests', law.must, ${body});`,
    `test('GEN-03 a payment reads well', should, ${body});`,
  ].join('\n'),
};

test('convicts a must without a mutant, and asks none of a should', () => {
  expect(violationsIn(requirementMutants, spec)).toEqual(['specs/a.spec.ts:1 none', 'specs/a.spec.ts:2 none']);
  expect(violationsIn(requirementMutants, spec, [{ name: 'still', breaks: 'GEN-01' }])).toEqual([
    'specs/a.spec.ts:2 none',
  ]);
});

test('convicts a mutant that breaks no requirement, where it is written', () => {
  const files = {
    ...spec,
    'emulator/faults/mutants/manners.ts': "export const a = [\n  { name: 'lost', breaks: 'GEN-09' }];",
  };
  const known = ['GEN-01', 'GEN-02'].map((breaks) => ({ name: breaks, breaks }));
  expect(
    violationsIn(requirementMutants, files, [...known, { name: 'lost', breaks: 'GEN-09' }, { name: 'idle' }]),
  ).toEqual(['emulator/faults/mutants/manners.ts:2 GEN-09, which no spec declares', 'emulator/main.ts:1 no id']);
});

test('acquits when each must is broken and each mutant breaks', () => {
  const known = ['GEN-01', 'GEN-02', 'GEN-03'].map((breaks) => ({ name: breaks, breaks }));
  expect(violationsIn(requirementMutants, spec, known)).toEqual([]);
});

test('convicts a list that could not be read', () => {
  expect(violationsIn(requirementMutants, spec, { fault: 'no JSON list' })).toEqual([
    'emulator/main.ts:1 no JSON list',
  ]);
});

test('reads the mutants of the printed list and nothing else', () => {
  const still = { name: 'still', breaks: 'GEN-01', kind: 'mutant' };
  const printed = [
    still,
    { name: 'slow', kind: 'variant' },
    { name: 'mech:a:true', kind: 'mechanical' },
    { name: 'idle' },
  ];
  expect(mutantsInList(JSON.stringify(printed))).toEqual([still, { name: 'idle' }]);
});

for (const printed of ['', '{}', '[1]', '[{"name":1}]', '[{"name":"a","breaks":1}]']) {
  test(`finds fault with the list ${printed}`, () => {
    expect(mutantsInList(printed)).toHaveProperty('fault');
  });
}

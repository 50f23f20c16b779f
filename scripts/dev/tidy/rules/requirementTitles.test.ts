import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { requirementTitles } from './requirementTitles.ts';

const spec = (...tests: readonly string[]) => ({ 'specs/a.spec.ts': tests.join('\n') });
const body = 'async ({ api }) => {}';
const twelve = 'a b c d e f g h i j k l';

for (const [text, seen] of [
  [`test('a payment moves', must, ${body});`, '"a payment moves"'],
  [`test('GEN-2 a payment moves', must, ${body});`, '"GEN-2 a payment moves"'],
  [`test('GEN-02ab a payment moves', must, ${body});`, '"GEN-02ab a payment moves"'],
  [`test(\`GEN-02 a \${name} moves\`, must, ${body});`, 'a computed one'],
  [`test('GEN-02 ${twelve} m', must, ${body});`, '13 words'],
  [`test('GEN-02 moves', must, ${body});`, '"GEN-02 moves"'],
  [`test('GEN-02 a payment should move', must, ${body});`, '"should"'],
  [`test('GEN-02 a payment moves', ${body});`, 'none'],
  [`test('GEN-02 a payment moves', { tag: '@slow' }, ${body});`, 'none'],
] as const) {
  test(`convicts ${text}`, () => {
    expect(violationsIn(requirementTitles, spec(text))).toEqual([`specs/a.spec.ts:1 ${seen}`]);
  });
}

for (const text of [
  `test('GEN-02a ${twelve}', must, ${body});`,
  `test('LIF-01 a payment rests', law.must, ({ record }) => {});`,
  `test('PAY-12 a payment is unknown', { ...observe, annotation: [] }, ${body});`,
  `test.skip(isClosed, 'the door is closed');`,
  `test.describe('anything', () => {});`,
]) {
  test(`acquits ${text}`, () => {
    expect(violationsIn(requirementTitles, spec(text))).toEqual([]);
  });
}

test('gives each id one home, over all specs', () => {
  const text = `test('GEN-02 a payment moves', must, ${body});\ntest('GEN-02a a payment moves', must, ${body});`;
  const seen = ['specs/b.spec.ts:1 specs/a.spec.ts:1 too', 'specs/b.spec.ts:2 specs/a.spec.ts:2 too'];
  expect(violationsIn(requirementTitles, { 'specs/a.spec.ts': text, 'specs/b.spec.ts': text })).toEqual(seen);
});

test('holds the catalogue against the specs, both ways', () => {
  const files = spec(
    `test('GEN-02 a payment moves', must, ${body});`,
    `test('GEN-03 a payment rests', must, ${body});`,
  );
  const listed = (...ids: string[]) => ({
    ...files,
    'specs/catalogue.json': JSON.stringify(ids.map((id) => ({ id }))),
  });
  const at = 'specs/catalogue.json:1 none for';
  expect(violationsIn(requirementTitles, listed('GEN-02', 'GEN-04'))).toEqual([`${at} GEN-03`, `${at} GEN-04`]);
  expect(violationsIn(requirementTitles, listed('GEN-03', 'GEN-02'))).toEqual([]);
});

test('leaves self-tests alone', () => {
  expect(violationsIn(requirementTitles, { 'specs/a.test.ts': "test('anything', () => {});" })).toEqual([]);
});

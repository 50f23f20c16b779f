import { expect, test } from '@playwright/test';
import { assert, property } from 'fast-check';
import { arbitraryVerdict } from '../../tests/support/reports/arbitraryVerdict.ts';
import { sampleFailure, sampleHistory } from '../../tests/support/reports/sampleHistory.ts';
import { sampleRequirement, sampleVerdict } from '../../tests/support/reports/sampleVerdict.ts';
import { writeAnnotations } from './annotations.ts';

test('a failure is an error with its title, its finding and the command that repeats it', () => {
  const title = 'a rate of 5%, or more: refused';
  expect(writeAnnotations(sampleVerdict([sampleRequirement({ title })]))).toBe(
    '::error title=OUT-02 a rate of 5%25%2C or more%3A refused::' +
      'expected refusal%0Agot      200 (exchanges p0-1, p0-2)%0Aagain    npx assay run --only OUT-02 --seed 7\n',
  );
});

test('only failures are errors, at most ten', () => {
  expect(writeAnnotations(sampleVerdict([sampleRequirement({ outcome: 'unverified' })]))).toBe('');
  const many = Array.from({ length: 12 }, (_, index) => sampleRequirement({ id: `OUT-${index + 10}` }));
  const lines = writeAnnotations(sampleVerdict(many)).trim().split('\n');
  expect(lines).toHaveLength(10);
  expect(lines[0]).toContain('title=OUT-10 ');
});

test('a failure of an earlier night is no error again', () => {
  const history = sampleHistory({ new: [sampleFailure({ requirement: 'OUT-03' })] });
  const failing = ['OUT-02', 'OUT-03'].map((id) => sampleRequirement({ id }));
  expect(writeAnnotations({ ...sampleVerdict(failing), history }).match(/OUT-0\d/g)?.[0]).toBe('OUT-03');
  expect(writeAnnotations({ ...sampleVerdict(failing.slice(0, 1)), history })).toBe('');
});

test('no text of a target can end its line, or begin a command of its own', () => {
  assert(
    property(arbitraryVerdict, (verdict) => {
      const failures = verdict.requirements.filter(({ outcome, accepted }) => outcome === 'fail' && !accepted);
      const lines = writeAnnotations(verdict).split('\n').slice(0, -1);
      expect(lines.length).toBeLessThanOrEqual(Math.min(10, failures.length));
      for (const line of lines) expect(line).toMatch(/^::error title=[^:,\r]*::(?!.*::[a-z])[^\r]*$/i);
    }),
  );
});

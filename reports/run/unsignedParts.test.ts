import { expect, test } from '@playwright/test';
import { signatureGaps } from '../../schemas/domain/signatureGaps.ts';
import { sampleRequirement, sampleVerdict } from '../../tests/support/reports/sampleVerdict.ts';
import { writeConsole } from './formats/console.ts';
import { writeJunit } from './formats/junit.ts';
import { writeMarkdown } from './markdown.ts';
import { unsignedHeading, unsignedLines } from './unsignedParts.ts';

const asked = sampleRequirement({
  id: 'AUT-06',
  section: 'AUT',
  kind: 'observe',
  outcome: 'learned',
  learned: { [signatureGaps.joint]: 'accepted (200)', [signatureGaps.path]: 'refused (401)' },
});

test('what the scheme does not sign is listed with the behaviour of the target', () => {
  const [heading, joint, path] = unsignedLines(sampleVerdict([asked]));
  expect(heading).toBe(`${unsignedHeading}:`);
  expect(joint).toMatch(/without a separator.*\(a captured POST as a GET was accepted \(200\)\)$/);
  expect(path).toMatch(
    /not signed.*\(a captured GET on another path was refused \(401\), .* another query was not shown, .* was not shown\)$/,
  );
});

test('a part that was not tested says so', () => {
  for (const requirements of [[], [{ ...asked, outcome: 'not selected' as const, learned: {} }]])
    for (const line of unsignedLines(sampleVerdict(requirements)).slice(1)) expect(line).toMatch(/\(not asked\)$/);
});

test('every report for people lists the unsigned parts', () => {
  const verdict = sampleVerdict([asked]);
  for (const text of [writeConsole(verdict, 'out', 'verbose'), writeMarkdown(verdict), writeJunit(verdict)]) {
    expect(text).toContain(unsignedHeading);
    expect(text).toContain('body and salt are joined without a separator');
    expect(text).toContain('a captured GET on another path was refused (401)');
  }
});

import { expect, test } from '@playwright/test';
import type { ClientLine } from '../record/clientLines.ts';
import { ClientRecord } from '../record/clientRecord.ts';
import { judgeClient } from './judgeClient.ts';

const broken = {
  kind: 'exited',
  seen: 'the end of the process with exit code 1',
  hint: 'Catch every error.',
  stderr: 'Traceback | KeyError',
} as const;

const verdictOn = (id: string, lines: readonly ClientLine[]) =>
  judgeClient(new ClientRecord(lines)).find((one) => one.id === id);

test('what was not asked after the testee was given up is not run, and says so once', () => {
  const lost = ['one', 'two'].map((name): ClientLine => {
    return { kind: 'broken', requirement: 'CLI-09', scenario: `CLI-09 ${name}`, broken, ends: 3 };
  });
  const { outcome, findings } = verdictOn('CLI-09', lost) ?? {};
  expect([outcome, findings?.length]).toEqual(['not run', 1]);
  expect(findings?.[0]?.seen).toBe(
    'Assay gave up after 3 ends of it; the rest was not asked. The last was the end of the process with exit code 1',
  );
});

test('a break of the testee stands beside the failure of the same requirement', () => {
  const { outcome, findings } =
    verdictOn('CLI-02', [
      { kind: 'call', id: 'c1', scenario: 'CLI-02 an id', at: 0, request: '{"do":"call"}', answer: '{}', tookMs: 1 },
      {
        kind: 'claim',
        requirement: 'CLI-02',
        scenario: 'CLI-02 an id',
        oracle: 'surfacesRefusal',
        args: { status: 404, text: '' },
      },
      { kind: 'broken', requirement: 'CLI-02', scenario: 'CLI-02 another', broken, call: 'c2' },
    ]) ?? {};
  expect([outcome, findings?.map(({ code }) => code)]).toEqual(['fail', ['clientError', 'testeeBroken']]);
});

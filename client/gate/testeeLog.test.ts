import { expect, test } from '@playwright/test';
import { TesteeLog } from './testeeLog.ts';

const clean = (text: string) => text.replaceAll('hush', '<secret>');

test('the last lines are those of the running process, without secrets', () => {
  const log = new TesteeLog();
  log.hear(Buffer.from('of another process\n'));
  log.begin();
  expect(log.lastLines(clean)).toBeUndefined();
  log.hear(Buffer.from(`${[1, 2, 3, 4, 5].join('\n')}\n  hu`));
  log.hear(Buffer.from('sh\n\n'));
  expect(log.lastLines(clean)).toBe('2 | 3 | 4 | 5 | <secret>');
});

test('a line whose beginning is lost is not shown: it may begin within a secret', () => {
  const log = new TesteeLog();
  log.hear(Buffer.alloc(100_000, 'x'));
  log.hear(Buffer.from('ush\nlast'));
  expect(log.lastLines(clean)).toBe('last');
});

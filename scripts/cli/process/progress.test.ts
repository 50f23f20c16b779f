import { expect, test } from '@playwright/test';
import type { MethodClassStatus } from '../../../traffic/rate/limiter/permitQueue.ts';
import { ProgressTicker, progressLine } from './progress.ts';

const idle: MethodClassStatus = { used: 0, of: 10, granted: 4, most: 4, throttled: 0, waitingUntil: undefined };
const standing = { done: 12, of: 43, elapsedMs: 30_000, foretoldMs: 150_000, quota: undefined };

test('shows what is done, sent and awaited, and the remaining time', () => {
  const at = Date.parse('2026-01-01T12:00:00Z');
  const quota = { post: { ...idle, waitingUntil: at + 45_000 }, get: { ...idle, granted: 77 } };
  expect(progressLine({ ...standing, quota }, at)).toBe(
    '27 %, 00:00:30, about 2 min left, waits for the POST quota until 12:00:45 UTC',
  );
  expect(progressLine({ ...standing, waits: ['a webhook'], quota: { post: idle, get: idle } }, at)).toBe(
    '27 %, 00:00:30, about 2 min left, waits for a webhook, 12 of 43 requirements',
  );
  expect(progressLine(standing, at)).toBe('27 %, 00:00:30, about 2 min left, 12 of 43 requirements');
});

test('a short wait is not shown, and a late run says that it is late', () => {
  const quota = { post: { ...idle, waitingUntil: 1_500 }, get: idle };
  expect(progressLine({ ...standing, elapsedMs: 200_000, quota }, 0)).toBe(
    '27 %, 00:03:20, longer than planned, 12 of 43 requirements, 4 POST, 4 GET',
  );
  expect(progressLine({ ...standing, elapsedMs: 140_000 }, 0)).toBe(
    '27 %, 00:02:20, less than a minute left, 12 of 43 requirements',
  );
});

test('on a terminal one line is overwritten, and cleared at the end', async () => {
  const written: string[] = [];
  const progress = new ProgressTicker({ write: (text) => void written.push(text), isTerminal: true }, () =>
    progressLine(standing, 0),
  );
  await expect.poll(() => written.length).toBeGreaterThan(1);
  progress.stop();
  for (const text of written) expect(text.startsWith('\r')).toBe(true);
  expect(written.at(-1)).toBe('\r\u001b[K');
});

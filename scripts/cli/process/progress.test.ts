import { expect, test } from '@playwright/test';
import type { MethodClassStatus } from '../../../traffic/rate/limiter/permitQueue.ts';
import { ProgressTicker, progressLine } from './progress.ts';

const idle: MethodClassStatus = { used: 0, of: 10, granted: 4, most: 4, throttled: 0, waitingUntil: undefined };
const standing = { done: 12, of: 43, elapsedMs: 30_000, foretoldMs: 150_000, quota: undefined };

test('shows what is done, sent and awaited, and the remaining time', () => {
  const at = Date.parse('2026-01-01T12:00:00Z');
  const quota = { post: { ...idle, waitingUntil: at + 45_000 }, get: { ...idle, granted: 77 } };
  expect(progressLine({ ...standing, quota }, at)).toBe(
    '12 of 43 requirements, 4 POST, 77 GET, waiting for the quota of POST until 12:00:45 UTC, about 2 min left',
  );
  expect(progressLine(standing, at)).toBe('12 of 43 requirements, about 2 min left');
});

test('a short wait is not shown, and a late run is nearly done', () => {
  const quota = { post: { ...idle, waitingUntil: 1_500 }, get: idle };
  expect(progressLine({ ...standing, elapsedMs: 200_000, quota }, 0)).toBe(
    '12 of 43 requirements, 4 POST, 4 GET, nearly done',
  );
  expect(progressLine({ ...standing, elapsedMs: 140_000 }, 0)).toBe('12 of 43 requirements, less than a minute left');
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

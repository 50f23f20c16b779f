import type { FailureHistory, Night, TrackedFailure } from '../../../judge/failureHistory.ts';

/** Returns a failure that two runs showed, for tests only. */
export const sampleFailure = (parts: Partial<TrackedFailure> = {}): TrackedFailure => ({
  requirement: 'OUT-02',
  fingerprint: '0',
  code: 'notRefused',
  wanted: 'refusal',
  seen: '200',
  firstSeen: '2026-11-20T00:00:00Z',
  lastSeen: '2026-11-21T00:00:00Z',
  times: 2,
  askedBy: ['OUT-02'],
  ...parts,
});

/** Returns a night of the history, for tests only. */
export const sampleNight = (parts: Partial<Night> = {}): Night => ({
  run: '20261121-000000-000000',
  startedAt: '2026-11-21T00:00:00Z',
  profile: 'nightly',
  exit: 1,
  failed: ['OUT-02'],
  new: 0,
  fixed: 0,
  passed: 170,
  judged: 200,
  posts: 190,
  minutes: 2,
  ...parts,
});

/** Returns a history of failures, empty but for the parts; for tests only. */
export const sampleHistory = (parts: Partial<FailureHistory> = {}): FailureHistory => ({
  since: '2026-11-21T00:00:00Z',
  new: [],
  known: [],
  fixed: [],
  notAsked: [],
  nights: [],
  tonight: sampleNight(),
  held: {},
  ...parts,
});

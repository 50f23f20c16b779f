import { type Arbitrary, array, constantFrom, date, dictionary, nat, record } from 'fast-check';
import type { BrokenResult } from '../../../judge/brokenResults.ts';
import type { FailureHistory, Night, TrackedFailure } from '../../../judge/failureHistory.ts';
import type { KnownFailure } from '../../../traffic/target/file/knownFailures.ts';
import { exchange, text } from './hostileText.ts';

const day = date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }).map((at) =>
  at.toISOString().slice(0, 10),
);

/** Generates entries of the file of known failures. */
export const knownFailure: Arbitrary<KnownFailure> = record(
  { id: constantFrom('PAY-01', 'OUT-02'), fingerprint: text, combination: text, reason: text, owner: text, until: day },
  { requiredKeys: ['id', 'reason', 'until'] },
);

/** Generates broken results. */
export const brokenResult: Arbitrary<BrokenResult> = record(
  {
    fingerprint: text,
    outcome: constantFrom('fail', 'warn'),
    code: constantFrom('schema', 'notRefused'),
    wanted: text,
    seen: text,
    combination: text,
    exchanges: array(exchange, { maxLength: 3 }),
  },
  { requiredKeys: ['fingerprint', 'outcome', 'code', 'wanted', 'seen', 'exchanges'] },
);

/** Generates instants. */
export const arbitraryInstant = date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });

const startedAt = arbitraryInstant.map((at) => at.toISOString());

const trackedFailures: Arbitrary<TrackedFailure[]> = array(
  record(
    {
      requirement: constantFrom('PAY-01', 'OUT-02', 'SBX-03b'),
      combination: text,
      fingerprint: text,
      code: constantFrom('schema', 'notRefused'),
      wanted: text,
      seen: text,
      firstSeen: startedAt,
      lastSeen: startedAt,
      times: nat(99),
      askedBy: array(text, { maxLength: 3 }),
      accepted: knownFailure,
    },
    {
      requiredKeys: [
        'requirement',
        'fingerprint',
        'code',
        'wanted',
        'seen',
        'firstSeen',
        'lastSeen',
        'times',
        'askedBy',
      ],
    },
  ),
  { maxLength: 3 },
);

const night: Arbitrary<Night> = record(
  {
    run: text,
    startedAt,
    profile: constantFrom('smoke', 'nightly', 'full'),
    exit: constantFrom(0, 1, 4),
    failed: array(constantFrom('PAY-01', 'OUT-02'), { maxLength: 2 }),
    others: dictionary(constantFrom('PAY-02', 'LIF-01'), constantFrom('warn', 'error', 'not run'), { maxKeys: 2 }),
    fine: array(constantFrom('PAY-03', 'LIF-02'), { maxLength: 2 }),
    new: nat(9),
    fixed: nat(9),
    passed: nat(200),
    judged: nat(200),
    posts: nat(200),
    minutes: nat(20),
  },
  {
    requiredKeys: [
      'run',
      'startedAt',
      'profile',
      'exit',
      'failed',
      'others',
      'new',
      'fixed',
      'passed',
      'judged',
      'posts',
      'minutes',
    ],
  },
);

/** Generates failures over nights. */
export const history: Arbitrary<FailureHistory> = record(
  {
    since: startedAt,
    new: trackedFailures,
    known: trackedFailures,
    fixed: trackedFailures,
    notAsked: trackedFailures,
    watched: trackedFailures,
    nights: array(night, { maxLength: 4 }),
    stale: array(record({ entry: knownFailure, why: text }), { minLength: 1, maxLength: 2 }),
    tonight: night,
    held: dictionary(text, nat(9), { maxKeys: 2 }),
  },
  { requiredKeys: ['new', 'known', 'fixed', 'notAsked', 'nights', 'tonight', 'held'] },
);

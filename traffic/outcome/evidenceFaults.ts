import { leadsTo } from './faultKind.ts';

/** A deadline of the target file by which something did not show, and its present value. */
export interface Waited {
  name: 'visibleMs' | 'finalMs';
  ms: number;
}

const lateWords = ({ name, ms }: Waited) =>
  `; it did not show within deadlines.${name}, ${ms} ms: raise that in the target file if the target takes longer`;

/** The faults that leave an assertion undecided, or a requirement without evidence. */
export const evidenceFaults = {
  noEvidence: leadsTo('unverified', 'environment', (f: { wanted: string; deadline?: Waited }) => ({
    wanted: f.wanted,
    seen: `no evidence in this run${f.deadline ? lateWords(f.deadline) : ''}`,
  })),
  missing: leadsTo('unverified', 'configuration', (f: { wanted: string; hint: string }) => ({
    wanted: f.wanted,
    seen: f.hint,
  })),
  controlFailed: leadsTo('unverified', 'target', (f: { control: string; seen: string }) => ({
    wanted: `the valid control request ${f.control} to be accepted`,
    seen: f.seen,
  })),
  throttled: leadsTo('error', 'quota', (f: { request: string; because: string }) => ({
    wanted: `an answer to ${f.request}`,
    seen: `429: ${f.because}`,
  })),
  throttledEarly: leadsTo('unverified', 'target', (f: { request: string; seen: string }) => ({
    wanted: `an answer to ${f.request}, which is within the quota`,
    seen: f.seen,
  })),
  unsettled: leadsTo('error', 'environment', (f: { request: string; seen: string }) => ({
    wanted: `a known outcome of ${f.request}`,
    seen: `${f.seen}; the request is not sent again`,
  })),
  suiteError: leadsTo('error', 'suite', (f: { message: string }) => ({
    wanted: 'the check to run without an error',
    seen: f.message,
  })),
  unreachable: leadsTo('not run', 'environment', (f: { seen: string }) => ({
    wanted: 'a target that answers',
    seen: f.seen,
  })),
  credentialRefused: leadsTo('not run', 'configuration', (f: { seen: string }) => ({
    wanted: 'a credential that the target accepts',
    seen: f.seen,
  })),
  stranger: leadsTo('not run', 'configuration', (f: { seen: string }) => ({
    wanted: 'this API at the base address',
    seen: f.seen,
  })),
  quotaUnavailable: leadsTo('not run', 'environment', (f: { seen: string }) => ({
    wanted: 'permission to send a request',
    seen: f.seen,
  })),
  accountHeld: leadsTo('not run', 'configuration', (f: { seen: string }) => ({
    wanted: 'an account that no other run uses',
    seen: f.seen,
  })),
  receiverHeld: leadsTo('not run', 'configuration', (f: { seen: string }) => ({
    wanted: 'webhooks that this run can receive',
    seen: f.seen,
  })),
  notFinished: leadsTo('not run', 'environment', (f: { seen: string }) => ({
    wanted: 'the test to run to its end',
    seen: f.seen,
  })),
  lostEvidence: leadsTo('inconclusive', 'suite', (f: { wanted: string; seen: string }) => ({
    wanted: f.wanted,
    seen: f.seen,
  })),
  shardMissing: leadsTo('not run', 'environment', (f: { wanted: string }) => ({
    wanted: f.wanted,
    seen: 'nothing: the shard did not end or was not merged',
  })),
  notApplicable: leadsTo('not applicable', 'configuration', (f: { reason: string }) => ({
    wanted: 'a target that offers this',
    seen: f.reason,
  })),
  gapPresent: leadsTo('warn', 'configuration', (f: { reason: string }) => ({
    wanted: `no such feature, as its file declares: ${f.reason}`,
    seen: 'the target offers it',
  })),
  tokenShape: leadsTo('warn', 'configuration', (f: { credential: string }) => ({
    wanted: `a token id of the form TKN-<uuid> for credential ${f.credential}`,
    seen: 'another form in the variable that the target file names',
  })),
  keptAsFailed: leadsTo('warn', 'target', (f: { what: string; seen: string }) => ({
    wanted: `no payment of ${f.what}, which was refused`,
    seen: `one that was never anything but failed: ${f.seen}`,
  })),
  ofAnother: leadsTo('warn', 'target', (f: { wanted: string; seen: string }) => ({
    wanted: `${f.wanted}, in a payment that nothing in this run explains`,
    seen: f.seen,
  })),
  reasonOfNoFailure: leadsTo('warn', 'target', (f: { payment: string; status: string; seen: string }) => ({
    wanted: `no reason of ${f.payment}, which is ${f.status}`,
    seen: f.seen,
  })),
  misstated: leadsTo('warn', 'target', (f: { what: string; wanted: string; seen: string }) => ({
    wanted: `${f.what} to be ${f.wanted}, as the balances say`,
    seen: f.seen,
  })),
  disturbed: leadsTo('inconclusive', 'environment', (f: { wanted: string; because: string }) => ({
    wanted: f.wanted,
    seen: f.because,
  })),
  openExperiment: leadsTo(
    'unverified',
    'environment',
    (f: { wanted: string; since: string; attempts: number; due: string }) => ({
      wanted: f.wanted,
      seen: `an experiment open since ${f.since}, ${f.attempts} attempts so far, verdict due ${f.due}`,
    }),
  ),
  voidExperiment: leadsTo('unverified', 'environment', (f: { wanted: string; why: string }) => ({
    wanted: f.wanted,
    seen: `discarded: ${f.why}`,
  })),
};

import type { CaseStep, FuzzCase } from '../../../fuzzer/engine/cases/fuzzCase.ts';
import type { Found } from '../../../fuzzer/engine/findings/finding.ts';
import type { ReportedFinding } from '../../../reports/finding/findingList.ts';

/** A sample step: a pay-in with a fresh id. */
export const sampleStep: CaseStep = {
  operation: 'POST /v1/user/payments/payin',
  method: 'POST',
  path: '/v1/user/payments/payin',
  headers: [],
  body: { type: 'application/json', text: '{"clientOrderId":"{{key}}","amount":-1}' },
  signing: 'signed',
};

/** Returns a sample step for an operation, at this path. */
export const stepToOperation = (operation: string, at: string): CaseStep => ({
  operation,
  method: operation.split(' ')[0] ?? '',
  path: at,
  headers: [],
  signing: 'signed',
});

/** A sample case: an amount below zero. */
export const sampleCase: FuzzCase = {
  steps: [sampleStep],
  label: {
    is: 'invalid',
    broken: {
      schema: '/components/schemas/Payin/properties/amount',
      keyword: 'exclusiveMinimum',
      place: 'body/amount',
      words: 'below exclusiveMinimum',
    },
  },
};

/** Returns a sample finding, with some fields replaced. */
export function sampleFinding(changes: Partial<Found> = {}): Found {
  return {
    fingerprint: '00112233445566aa',
    requirement: 'PAY-05',
    operation: 'POST /v1/user/payments/payin',
    outcome: 'accepted',
    wanted: 'refusal of an amount below exclusiveMinimum',
    seen: '200 text/plain ORD-1',
    case: sampleCase,
    exchanges: [{ request: { method: 'POST', path: '/v1/user/payments/payin', headers: [] }, failure: 'timeout' }],
    seed: 7,
    ...changes,
  };
}

/** Returns a sample finding as the report of a campaign has it, with some fields replaced. */
export function sampleReported(changes: Partial<ReportedFinding> = {}): ReportedFinding {
  const standing = changes.standing ?? { state: 'open' };
  return {
    ...sampleFinding(),
    firstRun: 'run-1',
    lastRun: 'run-1',
    trials: [{ shown: 1, of: 1 }],
    standing,
    title: '',
    is: 'fail',
    state: standing.state,
    shown: 1,
    tries: 1,
    steps: 1,
    files: [],
    ...changes,
  };
}

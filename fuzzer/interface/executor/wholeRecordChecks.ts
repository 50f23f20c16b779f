import { amountFigures } from '../../../oracles/acquiring/requests/amountArithmetic.ts';
import type { OracleName } from '../../../oracles/registry.ts';

/** A check of a record as a whole: its requirement, and the oracle with the arguments by which the test of the requirement asserts it. */
interface WholeRecordCheck {
  id: string;
  oracle: OracleName;
  args?: Readonly<Record<string, string>>;
}

const withoutArguments: Readonly<Record<string, readonly OracleName[]>> = {
  'BAL-02': ['creditsSettled'],
  'ERR-02a': ['neverCrashes'],
  'ERR-03': ['noEffects'],
  'LIF-07': ['movesForward'],
  'LIF-08': ['expiresOnTime'],
  'LIF-11b': ['enoughSucceeds'],
  'LIF-13': ['onePaymentEach'],
  'LIF-15': ['namesChainStates'],
  'PAY-08': ['externalIdsAreText'],
  'PAY-10b': ['havePayUrls'],
  'REQ-01': ['requestsStart', 'requestsAgree'],
  'REQ-03': ['requestsAreOfAssets'],
  'REQ-04': ['payAmountRests', 'ratesAsListed'],
  'REQ-05': ['feesByPayer', 'feesAsListed'],
  'REQ-12': ['creditsEach'],
  'SAB-01': ['bundlesKept'],
  'SAB-09': ['depositsAnnounced'],
  'SAB-14': ['depositsCredited', 'enoughNeverFails', 'tooLittleNeverSucceeds'],
  'SBX-05': ['endsNoOtherCard'],
  'SRC-03': ['stillFound'],
  'WHK-02': ['signsWebhooks'],
};

/** The checks of every record as a whole, in addition to its trace checks: what the tests of a run assert about all that was sent, whoever sent it. */
export const wholeRecordChecks: readonly WholeRecordCheck[] = [
  ...Object.entries(withoutArguments).flatMap(([id, some]) => some.map((oracle) => ({ id, oracle }))),
  { id: 'AUT-01', oracle: 'staysGranted', args: { scheme: 'simple' } },
  { id: 'AUT-02', oracle: 'staysGranted', args: { scheme: 'signed' } },
  { id: 'CHK-02a', oracle: 'showsWhatWasSent', args: { of: 'price' } },
  { id: 'CHK-02b', oracle: 'showsWhatWasSent', args: { of: 'no price' } },
  { id: 'CHK-04', oracle: 'showsWhatWasSent', args: { of: 'texts' } },
  { id: 'LIF-08', oracle: 'endsInTime', args: { of: 'checkout' } },
  { id: 'LIF-12', oracle: 'endsInTime', args: { of: 'request' } },
  { id: 'OUT-01', oracle: 'takesEach', args: { operation: 'POST /v1/user/payments/payout' } },
  { id: 'PIN-01', oracle: 'takesEach', args: { operation: 'POST /v1/user/payments/payin' } },
  { id: 'XCH-04a', oracle: 'takesEach', args: { operation: 'POST /v1/user/exchange' } },
  { id: 'REQ-01', oracle: 'takesEach', args: { operation: 'POST /v1/user/crypto-acquiring/{projectId}/requests' } },
  ...amountFigures.map((figure) => ({ id: 'REQ-04', oracle: 'figureHolds' as const, args: { figure } })),
  { id: 'SBX-03', oracle: 'endAsTheirCard', args: { card: 'failed', status: 'FAILED' } },
  { id: 'SBX-04', oracle: 'endAsTheirCard', args: { card: 'success', status: 'SUCCESS' } },
];

import type { SigningFault } from '../../../../traffic/signing/signingFaults.ts';
import { type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseSigning, CaseStep, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import { assertionOf, controlStep, stepOf } from '../../builder/caseSteps.ts';
import { invalidCase } from '../../builder/cases.ts';
import type { ValidRequest } from '../../builder/validRequests.ts';

/** A wrong way to authenticate: a scheme and its fault. Without a fault, the request is not signed at all. */
export interface InvalidSigning {
  signing: CaseSigning;
  fault?: SigningFault;
}

const howOf = ({ signing, fault }: InvalidSigning) => ({ signing, ...(fault && { fault }) });

const wordsOf = ({ signing, fault }: InvalidSigning) => (fault ? `${signing} ${fault}` : 'no credential');

/** A request that must be rejected, and the control requests of the same case, which must be accepted. */
interface Rejected {
  requirement: string;
  before: readonly CaseStep[];
  /** The control requests. The last one matches the defect. */
  sound: readonly CaseStep[];
  defect: CaseStep;
  wrong: InvalidSigning;
}

/** Makes a case whose defect must be rejected while its control requests are accepted. */
export function rejectedCase({ requirement, before, sound: controls, defect, wrong }: Rejected): FuzzCase {
  const steps = [...before, ...controls, defect];
  const at = steps.length;
  const args = {
    exchange: `#${at}`,
    control: `#${at - 1}`,
    beside: controls.map((_, index) => `#${before.length + 1 + index}`),
    defect: `${defect.operation} ${wordsOf(wrong)}`,
  };
  const how = { keyword: 'authentication', place: 'header', words: wordsOf(wrong) };
  return invalidCase(how, steps, [assertionOf(requirement, 'rejected', args)]);
}

/** Makes a case of a correctly signed read, and the same read wrongly signed. */
export function rejectedRead(requirement: string, { plan, before }: ValidRequest, wrong: InvalidSigning): FuzzCase {
  const [control, defect] = [stepOf(plan), stepOf(plan, howOf(wrong))];
  return rejectedCase({ requirement, before, sound: [control], defect, wrong });
}

/** Makes a case of a wrongly signed write. The case also has a control request for the write, and a read that may be repeated freely. */
export function rejectedWrite(requirement: string, plan: Plan, wrong: InvalidSigning): FuzzCase {
  const controls = [stepOf(read.methods()), controlStep(plan)];
  return rejectedCase({ requirement, before: [], sound: controls, defect: stepOf(plan, howOf(wrong)), wrong });
}

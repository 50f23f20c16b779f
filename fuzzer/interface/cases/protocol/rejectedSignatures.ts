import type { SigningFault } from '../../../../traffic/signing/signingFaults.ts';
import { type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseSigning, CaseStep, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import { assertionOf, controlStep, stepOf } from '../../builder/caseSteps.ts';
import { invalidLabel } from '../../builder/tableGenerator.ts';
import type { ValidRequest } from '../../builder/validRequests.ts';

/** A way to be wrong: a scheme, and the fault of it; without one nothing is signed at all. */
export interface InvalidSigning {
  signing: CaseSigning;
  fault?: SigningFault;
  /** Its body is written in several lines. */
  isFormatted?: true;
}

const howOf = ({ signing, fault }: InvalidSigning) => ({ signing, ...(fault && { fault }) });

const wordsOf = ({ signing, fault }: InvalidSigning) => (fault ? `${signing} ${fault}` : 'no credential');

const labelOf = (wrong: InvalidSigning) => invalidLabel(wordsOf(wrong), { keyword: 'authentication', place: 'header' });

/** What is to be refused, beside what is let in at the same time. */
interface Rejected {
  requirement: string;
  before: readonly CaseStep[];
  /** Sound requests, the last of them like the defect. */
  sound: readonly CaseStep[];
  defect: CaseStep;
  wrong: InvalidSigning;
}

/** A case whose defect is refused while sound requests are let in. */
export function rejectedCase({ requirement, before, sound, defect, wrong }: Rejected): FuzzCase {
  const steps = [...before, ...sound, defect];
  const [from, at] = [before.length + 1, steps.length];
  const args = {
    exchange: `#${at}`,
    control: `#${at - 1}`,
    beside: sound.map((_, index) => `#${from + index}`),
    defect: `${defect.operation} ${wordsOf(wrong)}`,
  };
  return { steps, label: labelOf(wrong), claims: [assertionOf(requirement, 'rejected', args)] };
}

/** A read, and the same wrongly signed. */
export function rejectedRead(requirement: string, { plan, before }: ValidRequest, wrong: InvalidSigning): FuzzCase {
  const [sound, defect] = [stepOf(plan), stepOf(plan, howOf(wrong))];
  return rejectedCase({ requirement, before, sound: [sound], defect, wrong });
}

/** A write beside a read that is free to be sent again, and its own twin. */
export function rejectedWrite(requirement: string, plan: Plan, wrong: InvalidSigning): FuzzCase {
  const sound = [stepOf(read.methods()), controlStep(plan)];
  return rejectedCase({ requirement, before: [], sound, defect: stepOf(plan, howOf(wrong)), wrong });
}

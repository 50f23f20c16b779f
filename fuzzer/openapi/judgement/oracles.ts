import { learned, type OracleResult, toResult } from '../../../oracles/core/result.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { type OpenApiRequirement, openApiRequirement } from '../../engine/judgement/openApiRequirements.ts';
import { type Violation, violationsIn } from '../../engine/judgement/violation.ts';
import type { JudgedAnswer } from './answer.ts';
import {
  authBypassFault,
  defectFault,
  echoedSecretFault,
  failureFault,
  isAuthCase,
  isBinding,
  isOftenOmitted,
  redirectFault,
  stackTraceFault,
  timeoutFault,
  violatedConstraint,
} from './faults.ts';
import {
  bodyFaults,
  contentOf,
  type DescribedAnswer,
  describedOf,
  headerFaults,
  statusFault,
  typeFault,
} from './responseConformance.ts';

/** The result for one exchange under one requirement. */
export interface OpenApiResult {
  requirement: OpenApiRequirement;
  result: OracleResult;
}

/** Returns the faults under a requirement; undefined if the requirement does not apply to the exchange. */
type Oracle = (answered: JudgedAnswer) => readonly Fault[] | undefined;

const some = (fault: Fault | undefined): Fault[] => (fault ? [fault] : []);

/** Wraps a check of answers that the contract describes. */
const ofDescribed =
  (
    isMeant: (described: DescribedAnswer) => boolean,
    faults: (described: DescribedAnswer) => readonly Fault[],
  ): Oracle =>
  (answered) => {
    const described = describedOf(answered);
    return described && isMeant(described) ? faults(described) : undefined;
  };

const isSuccess = ({ status }: DescribedAnswer) => status < 300;

const isOther = (described: DescribedAnswer) => !isSuccess(described);

const binds = ({ status, isNamed, response }: DescribedAnswer) => response !== undefined && isBinding(status, isNamed);

const advises = (described: DescribedAnswer) => described.response !== undefined && !binds(described);

const typed = (described: DescribedAnswer) => contentOf(described) !== undefined;

const typeFaults = (described: DescribedAnswer) => some(typeFault(described));

const fitFaults = (described: DescribedAnswer) => [...bodyFaults(described), ...headerFaults(described)];

/** True if the request was accepted or refused; any other answer shows nothing. */
const isDecided = ({ exchange }: JudgedAnswer) => ['accepted', 'refused'].includes(exchange.class);

const ofDefect =
  (wanted: boolean): Oracle =>
  (answered) => {
    const broken = violatedConstraint(answered);
    if (!broken || !isDecided(answered) || isOftenOmitted(answered, broken) !== wanted) return undefined;
    return some(defectFault(answered, broken));
  };

const oracles: Readonly<Record<Exclude<OpenApiRequirement, 'ANY-11'>, Oracle>> = {
  'ANY-01a': ofDescribed(isSuccess, (described) => some(statusFault(described))),
  'ANY-01b': ofDescribed(isOther, (described) => some(statusFault(described))),
  'ANY-02a': ofDescribed((described) => binds(described) && typed(described), typeFaults),
  'ANY-02b': ofDescribed((described) => advises(described) && typed(described), typeFaults),
  'ANY-03a': ofDescribed(binds, fitFaults),
  'ANY-03b': ofDescribed(advises, fitFaults),
  'ANY-04': (answered) => some(failureFault(answered)),
  'ANY-05a': ofDefect(false),
  'ANY-05b': ofDefect(true),
  'ANY-06': (answered) => (isAuthCase(answered) && isDecided(answered) ? some(authBypassFault(answered)) : undefined),
  'ANY-07': (answered) => some(stackTraceFault(answered)),
  'ANY-08': (answered) => some(timeoutFault(answered)),
  'ANY-09': (answered) => some(echoedSecretFault(answered)),
  'ANY-10': (answered) => some(redirectFault(answered)),
};

/** Learns whether a valid request was accepted. A refusal proves nothing, since its ids and amounts may not fit any resource. */
function acceptance({ exchange, label }: JudgedAnswer): OracleResult | undefined {
  return label.is === 'valid' ? learned('a valid request', exchange.class, [exchange.id]) : undefined;
}

/** Returns the results of all requirements on any API for one exchange of a case; requirements that do not apply are left out. */
export function resultsOf(answered: JudgedAnswer): OpenApiResult[] {
  // An exchange that only confirms another exchange, or waits for the target, gets no results of its own.
  if (['confirm', 'control', 'look'].includes(answered.exchange.line.purpose)) return [];
  const judged = Object.entries(oracles).flatMap(([id, oracle]): [OpenApiRequirement, OracleResult][] => {
    const faults = oracle(answered);
    return faults ? [[id as OpenApiRequirement, toResult([answered.exchange.id], faults)]] : [];
  });
  const taken = acceptance(answered);
  const all = [...judged, ...(taken ? [['ANY-11', taken] as [OpenApiRequirement, OracleResult]] : [])];
  return all.map(([requirement, result]) => ({ requirement, result }));
}

/** Returns the violations in a result. */
export const violationsOf = ({ requirement: id, result }: OpenApiResult): Violation[] =>
  violationsIn(openApiRequirement(id), { id, ruling: result });

import type { Fault } from '../../harness/fault.ts';
import { learned, type Ruling, ruling } from '../../harness/oracles/ruling.ts';
import type { Answered } from './answered.ts';
import {
  brokenIn,
  defectFault,
  echo,
  failure,
  hang,
  isBinding,
  isLenient,
  isUninvited,
  ledAway,
  openDoor,
  trace,
} from './faults.ts';
import { bodyFaults, contentOf, type Described, describedOf, headerFaults, statusFault, typeFault } from './fit.ts';
import { type AnyRequirement, anyRequirements } from './requirements.ts';

/** What is ruled of one exchange under one requirement. */
export interface AnyRuling {
  requirement: AnyRequirement;
  kind: (typeof anyRequirements)[AnyRequirement]['kind'];
  ruling: Ruling;
}

/** The faults that a requirement finds; undefined where it has no word on the exchange. */
type Oracle = (answered: Answered) => readonly Fault[] | undefined;

const some = (fault: Fault | undefined): Fault[] => (fault ? [fault] : []);

/** An oracle over answers that the contract has something to say of. */
const ofDescribed =
  (isMeant: (described: Described) => boolean, faults: (described: Described) => readonly Fault[]): Oracle =>
  (answered) => {
    const described = describedOf(answered);
    return described && isMeant(described) ? faults(described) : undefined;
  };

const isSuccess = ({ status }: Described) => status < 300;

const isOther = (described: Described) => !isSuccess(described);

const binds = ({ status, isNamed, response }: Described) => response !== undefined && isBinding(status, isNamed);

const advises = (described: Described) => described.response !== undefined && !binds(described);

const typed = (described: Described) => contentOf(described) !== undefined;

const typeFaults = (described: Described) => some(typeFault(described));

const fitFaults = (described: Described) => [...bodyFaults(described), ...headerFaults(described)];

/** What is taken or refused; an answer that says neither shows nothing. */
const isDecided = ({ exchange }: Answered) => ['accepted', 'refused'].includes(exchange.class);

const ofDefect =
  (wanted: boolean): Oracle =>
  (answered) => {
    const broken = brokenIn(answered);
    if (!broken || !isDecided(answered) || isLenient(answered, broken) !== wanted) return undefined;
    return some(defectFault(answered, broken));
  };

const oracles: Readonly<Record<Exclude<AnyRequirement, 'ANY-11'>, Oracle>> = {
  'ANY-01a': ofDescribed(isSuccess, (described) => some(statusFault(described))),
  'ANY-01b': ofDescribed(isOther, (described) => some(statusFault(described))),
  'ANY-02a': ofDescribed((described) => binds(described) && typed(described), typeFaults),
  'ANY-02b': ofDescribed((described) => advises(described) && typed(described), typeFaults),
  'ANY-03a': ofDescribed(binds, fitFaults),
  'ANY-03b': ofDescribed(advises, fitFaults),
  'ANY-04': (answered) => some(failure(answered)),
  'ANY-05a': ofDefect(false),
  'ANY-05b': ofDefect(true),
  'ANY-06': (answered) => (isUninvited(answered) && isDecided(answered) ? some(openDoor(answered)) : undefined),
  'ANY-07': (answered) => some(trace(answered)),
  'ANY-08': (answered) => some(hang(answered)),
  'ANY-09': (answered) => some(echo(answered)),
  'ANY-10': (answered) => some(ledAway(answered)),
};

/** What is learned of a valid request: whether it was taken. Its refusal says nothing, for its ids and amounts may be of nothing. */
function acceptance({ exchange, label }: Answered): Ruling | undefined {
  return label.is === 'valid' ? learned('a valid request', exchange.class, [exchange.id]) : undefined;
}

/** What all requirements on any API say of one exchange of a case; those that have no word on it are left out. */
export function rulingsOf(answered: Answered): AnyRuling[] {
  // What only confirms another exchange, or brings the target back, is judged with it.
  if (['confirm', 'control', 'look'].includes(answered.exchange.line.purpose)) return [];
  const judged = Object.entries(oracles).flatMap(([id, oracle]): [AnyRequirement, Ruling][] => {
    const faults = oracle(answered);
    return faults ? [[id as AnyRequirement, ruling([answered.exchange.id], faults)]] : [];
  });
  const taken = acceptance(answered);
  const all = [...judged, ...(taken ? [['ANY-11', taken] as [AnyRequirement, Ruling]] : [])];
  return all.map(([requirement, found]) => ({ requirement, kind: anyRequirements[requirement].kind, ruling: found }));
}

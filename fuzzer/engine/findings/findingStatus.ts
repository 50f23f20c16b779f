/** How often a finding showed in a number of tries, during one session. */
export interface TrialCount {
  shown: number;
  of: number;
}

/** The state of a finding. Only tries in which it could have shown count: absence of evidence does not close a finding. */
export type FindingStatus =
  | { state: 'open' }
  | { state: 'flaky'; shown: number; of: number }
  | { state: 'fixed' }
  | { state: 'regressed' };

/** A finding counts as fixed after a row of silent tries, if the probability of the row would be less than this for an unchanged target. */
const silenceProbability = 0.01;

/** Estimates how often a finding shows, by the rule of succession: nothing is certain after a few tries. */
const rateOf = ({ shown, of }: TrialCount) => (shown + 1) / (of + 2);

/** Returns how many silent tries in a row are needed before a finding counts as fixed, given how often it showed before; from 2 to 50. */
export function silentTriesWanted(trial: TrialCount): number {
  return Math.min(50, Math.max(2, Math.ceil(Math.log(silenceProbability) / Math.log(1 - rateOf(trial)))));
}

/** The counts of one life of a finding: from when it is found, or comes back, until it is fixed. */
interface Life {
  /** The tries up to the last try in which the finding showed. */
  loud: TrialCount;
  /** The silent tries after the last try in which the finding showed. */
  silent: number;
}

const isOver = ({ loud, silent }: Life) => silent >= silentTriesWanted(loud);

function grown({ loud, silent }: Life, { shown, of }: TrialCount): Life {
  // The order of tries within a session is not known. If the finding showed in the session, all tries of the session count as tries up to the last showing.
  if (shown > 0) return { loud: { shown: loud.shown + shown, of: loud.of + silent + of }, silent: 0 };
  return { loud, silent: silent + of };
}

/** Returns the counts of a finding after these trials, whether it is fixed, and whether it ever was. */
function countedOf(trials: readonly TrialCount[]): { life: Life; isFixed: boolean; wasFixed: boolean } {
  let life: Life = { loud: { shown: 0, of: 0 }, silent: 0 };
  let isFixed = false;
  let wasFixed = false;
  for (const trial of trials) {
    if (isFixed && trial.shown === 0) continue;
    if (isFixed) life = { loud: { shown: 0, of: 0 }, silent: 0 };
    life = grown(life, trial);
    isFixed = isOver(life);
    wasFixed ||= isFixed;
  }
  return { life, isFixed, wasFixed };
}

/** Returns the state of a finding after these trials, in order; the first trial is the one that found it. */
export function findingStatusOf(trials: readonly TrialCount[]): FindingStatus {
  const { life, isFixed, wasFixed } = countedOf(trials);
  if (isFixed) return { state: 'fixed' };
  const { loud, silent } = life;
  if (loud.shown < loud.of + silent) return { state: 'flaky', shown: loud.shown, of: loud.of + silent };
  return { state: wasFixed ? 'regressed' : 'open' };
}

/** Returns how many more silent tries would close a finding; 1 for a closed finding, to check that it stays closed. */
export function triesLeft(trials: readonly TrialCount[]): number {
  const { life, isFixed } = countedOf(trials);
  return isFixed ? 1 : Math.max(1, silentTriesWanted(life.loud) - life.silent);
}

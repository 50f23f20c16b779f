/** How often a finding showed in so many tries, one sitting. */
export interface TrialCount {
  shown: number;
  of: number;
}

/** What a finding is by now. Only tries in which it could have shown count: absence of evidence closes none. */
export type FindingStatus =
  | { state: 'open' }
  | { state: 'flaky'; shown: number; of: number }
  | { state: 'fixed' }
  | { state: 'regressed' };

/** A finding is taken for fixed when so many silent tries in a row would be seen less often than this, were it as it had been. */
const doubt = 0.01;

/** How often it shows, reckoned from what was seen by the rule of succession: nothing is certain after a few tries. */
const rateOf = ({ shown, of }: TrialCount) => (shown + 1) / (of + 2);

/** How many silent tries in a row are wanted before a finding that had shown so often is taken for fixed; at least 2, at most 50. */
export function silentTriesWanted(trial: TrialCount): number {
  return Math.min(50, Math.max(2, Math.ceil(Math.log(doubt) / Math.log(1 - rateOf(trial)))));
}

/** What is counted of one life of a finding: from when it was found, or came back, until it is fixed. */
interface Life {
  /** Tries up to the last in which it showed. */
  loud: TrialCount;
  /** Silent tries since. */
  silent: number;
}

const isOver = ({ loud, silent }: Life) => silent >= silentTriesWanted(loud);

function grown({ loud, silent }: Life, { shown, of }: TrialCount): Life {
  // The order within a sitting is not known: who showed in it was loud until its end.
  if (shown > 0) return { loud: { shown: loud.shown + shown, of: loud.of + silent + of }, silent: 0 };
  return { loud, silent: silent + of };
}

/** What was counted of a finding after these trials, and whether it was fixed before. */
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

/** What a finding is after these trials, in their order; the first is the one that found it. */
export function findingStatusOf(trials: readonly TrialCount[]): FindingStatus {
  const { life, isFixed, wasFixed } = countedOf(trials);
  if (isFixed) return { state: 'fixed' };
  const { loud, silent } = life;
  if (loud.shown < loud.of + silent) return { state: 'flaky', shown: loud.shown, of: loud.of + silent };
  return { state: wasFixed ? 'regressed' : 'open' };
}

/** How many silent tries more would close a finding; one for a finding that is closed, to see that it stays so. */
export function triesLeft(trials: readonly TrialCount[]): number {
  const { life, isFixed } = countedOf(trials);
  return isFixed ? 1 : Math.max(1, silentTriesWanted(life.loud) - life.silent);
}

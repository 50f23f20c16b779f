import type { Candidate } from '../../../reports/mutation/mutationRun.ts';
import { closureOf, readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import type { Selection } from '../../../traffic/requirements/selection.ts';

/** Returns the selection with which a candidate runs. */
export type SelectionFor = (one: Candidate, all: Selection) => Selection;

/** Selects everything with every combination, since any combination may reveal a mutant, and so may a check that the mutant does not name. */
export const everything: SelectionFor = (_, all) => all;

/** The requirement whose check must kill a candidate. Any check may kill a corner mutant. */
const namedBy = ({ kind, breaks }: Candidate) => (kind === 'corner' ? undefined : breaks);

/** Selects the requirement that a mutant breaks and the tests that feed it, with every combination. */
const withFeeders: SelectionFor = (one, all) => {
  const named = namedBy(one);
  return named === undefined ? all : { ...all, only: closureOf([named], readCatalogue()) };
};

/**
 * Selects the requirement that a mutant breaks and the tests that feed it, with the combinations of one night, which reveal most mutants. For a variant,
 * selects all requirements.
 */
export const nightSelection: SelectionFor = (one, all) => ({ ...withFeeders(one, all), profile: 'nightly' });

/** The number of feeding tests that reveal most mutants of a trace check. */
const fewFeeders = 6;

const feedersOf = (one: Candidate) => readCatalogue().find(({ id }) => id === namedBy(one))?.fedBy ?? [];

/** Selects the requirement that a mutant breaks and only a few of the tests that feed it, spread over their list, with the combinations of one night. */
const withFewFeeders: SelectionFor = (one, all) => {
  const feeders = feedersOf(one);
  const step = Math.ceil(feeders.length / fewFeeders);
  const few = feeders.filter((_, index) => index % step === 0);
  const named = namedBy(one);
  return { ...nightSelection(one, all), ...(named !== undefined && { only: [named, ...few] }) };
};

/** A pass over the mutants that the previous pass did not kill. */
export interface Pass {
  selectionFor: SelectionFor;
  suffix: string;
  isFor(one: Candidate): boolean;
}

/** The passes in order. Each pass runs the mutants that survived the previous pass. */
export const passes: readonly Pass[] = [
  { selectionFor: withFewFeeders, suffix: '', isFor: () => true },
  { selectionFor: nightSelection, suffix: '-again', isFor: (one) => feedersOf(one).length > fewFeeders },
  { selectionFor: withFeeders, suffix: '-closely', isFor: () => true },
];

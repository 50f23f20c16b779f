import type { Candidate } from '../../../reports/mutation/mutationRun.ts';
import { closureOf, readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import type { Selection } from '../../../traffic/requirements/selection.ts';

/** How closely a candidate is looked at. */
export type SelectionFor = (one: Candidate, all: Selection) => Selection;

/** Everything, by every cell: a mutant may show in any of them, and to checks that it does not name. */
export const everything: SelectionFor = (_, all) => all;

/** The requirement that a mutant breaks, with what feeds it, by every cell. */
const withFeeders: SelectionFor = ({ breaks }, all) =>
  breaks === undefined ? all : { ...all, only: closureOf([breaks], readCatalogue()) };

/** The same by the cells of one night, which most mutants show in; a variant is asked for everything. */
export const nightSelection: SelectionFor = (one, all) => ({ ...withFeeders(one, all), profile: 'nightly' });

/** So few of the many probes that feed a law show most mutants of it. */
const fewFeeders = 6;

const feedersOf = ({ breaks }: Candidate) => readCatalogue().find(({ id }) => id === breaks)?.fedBy ?? [];

/** The same by a few of the probes that feed a law, from all over its list. */
const withFewFeeders: SelectionFor = (one, all) => {
  const feeders = feedersOf(one);
  const step = Math.ceil(feeders.length / fewFeeders);
  const few = feeders.filter((_, index) => index % step === 0);
  return { ...nightSelection(one, all), ...(one.breaks !== undefined && { only: [one.breaks, ...few] }) };
};

/** A way to look at mutants, and at which of those that the way before it did not catch. */
export interface Pass {
  selectionFor: SelectionFor;
  suffix: string;
  isFor(one: Candidate): boolean;
}

/** One after the other, each for what escapes the one before it. */
export const passes: readonly Pass[] = [
  { selectionFor: withFewFeeders, suffix: '', isFor: () => true },
  { selectionFor: nightSelection, suffix: '-again', isFor: (one) => feedersOf(one).length > fewFeeders },
  { selectionFor: withFeeders, suffix: '-closely', isFor: () => true },
];

import type { Rules } from '../../rules/index.ts';
import { play } from './play.ts';
import type { Seen } from './stage/stage.ts';

/** What a play saw, step by step. */
export type Played = ReturnType<typeof play>;

/** The first call or delivery of a play whose answer differs between two services, and how often such calls differ. */
export interface Witness {
  readonly step: number;
  readonly kind: string;
  readonly sent: string;
  readonly conforming: string;
  readonly differing: string;
  /** The calls of this kind, and those whose answers differ. */
  readonly calls: number;
  readonly differences: number;
}

/** The largest share of the calls of its kind at which a corner may show. */
const MOST_SHOWN = 0.5;

interface Difference {
  readonly step: number;
  readonly conforming: Seen | undefined;
  readonly differing: Seen | undefined;
}

const isSame = (left: Seen | undefined, right: Seen | undefined): boolean =>
  left?.kind === right?.kind && left?.text === right?.text;

function differencesOf(conforming: Played, other: Played): Difference[] {
  return conforming.flatMap((seen, step) => {
    const others = other[step] ?? [];
    const longer = seen.length >= others.length ? seen : others;
    return longer
      .map((_, at) => ({ step, conforming: seen[at], differing: others[at] }))
      .filter((one) => !isSame(one.conforming, one.differing));
  });
}

const kindOf = ({ conforming, differing }: Difference): string => (conforming ?? differing)?.kind ?? '';

/** Compares two plays with the same seed; undefined if all answers and deliveries are the same. */
export function comparedPlays(conforming: Played, other: Played): Witness | undefined {
  const differences = differencesOf(conforming, other);
  const [first] = differences;
  if (first === undefined) return undefined;
  const kind = kindOf(first);
  return {
    step: first.step,
    kind,
    sent: (first.conforming ?? first.differing)?.sent ?? '',
    conforming: first.conforming?.text ?? 'nothing',
    differing: first.differing?.text ?? 'nothing',
    calls: conforming.flat().filter((seen) => seen.kind === kind).length,
    differences: differences.filter((one) => kindOf(one) === kind).length,
  };
}

/** The witness of a corner mutant in the play with this seed; undefined if it never shows there, or shows in more than half of the calls of its kind. */
export function witnessOf(rules: Rules, conforming: Played, seed: string): Witness | undefined {
  const witness = comparedPlays(conforming, play(rules, seed));
  return witness && witness.differences <= MOST_SHOWN * witness.calls ? witness : undefined;
}

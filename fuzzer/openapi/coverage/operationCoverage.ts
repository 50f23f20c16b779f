import { isCount, isText, listOf, objectWith, optional, pairOf } from '../../../schemas/json/guards.ts';
import { isTally, type StoredTally, Tally } from '../../engine/coverage/tally.ts';

/** The kinds of counts of an operation. Boundary cases are counted by their hashes. */
type Kind =
  /** Its cases (`all`), its valid ones (`valid`), and the valid ones that were accepted (`accepted`). */
  | 'cases'
  /** Valid requests that were varied to the end, or were not accepted (`used`); and whether all cases of one were generated (`walked`). */
  | 'bases'
  /** The parts that a request had. */
  | 'touched'
  /** Boundary cases that were generated, that were sent, and that an answer accepted, or refused for their content. */
  | 'offered'
  | 'sides'
  | 'judged'
  /** Answers by status class, and by the names under which the received statuses are described. */
  | 'classes'
  | 'responses'
  /** Cases that were generated and not sent, by reason. */
  | 'dropped'
  /** Answers that show whether it enforces authentication. */
  | 'gate';

/** The coverage of an operation in the form that a file stores. */
export interface StoredOperationCoverage {
  counts: StoredTally;
  lost: readonly (readonly [number, string])[];
  lacks?: string;
}

/** True if a value is the stored coverage of an operation. */
export const isOperationCoverage = objectWith({
  counts: isTally,
  lost: listOf(pairOf(isCount, isText)),
  lacks: optional(isText),
});

/** The coverage of one operation. */
export class OperationCoverage extends Tally<Kind> {
  /** Why boundary cases were generated and dropped. */
  readonly lost: Map<number, string>;
  /** Why no case of it could be generated, or why none is sent any more. */
  lacks: string | undefined;

  /** Starts with stored coverage, if there is any. */
  constructor({ counts, lost, lacks }: StoredOperationCoverage = { counts: {}, lost: [] }) {
    super(counts);
    this.lost = new Map(lost);
    this.lacks = lacks;
  }

  /** The coverage in the form that is stored. */
  get whole(): StoredOperationCoverage {
    return {
      counts: this.stored,
      lost: [...this.lost],
      ...(this.lacks !== undefined && { lacks: this.lacks }),
    };
  }
}

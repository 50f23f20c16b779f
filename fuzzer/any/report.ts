/** So many of how many there are. */
export interface Share {
  of: number;
  done: number;
}

/** What a campaign has touched of a contract, with what there is of it. */
export interface AnyReport {
  operations: Share & { reached: number };
  parameters: Share;
  /** Constraints of schemas by the side on which they were tried, of those for which a case could be made. */
  sides: Readonly<Record<string, Share>>;
  classes: Readonly<Record<string, number>>;
  responses: Share;
  requirements: Readonly<Record<string, { held: number; broken: number; undecided: number; learned: number }>>;
  /** Valid cases that were accepted. */
  valid: Share;
  labels: Readonly<Record<string, number>>;
  /** Operations that took nothing, by why. */
  unreached: Readonly<Record<string, readonly string[]>>;
}

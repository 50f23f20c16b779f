/** A part of a total. */
export interface Fraction {
  done: number;
  of: number;
}

/** Something that was not reached, and why: one part with its name, or several that are only counted. */
export interface Missing {
  why: string;
  name?: string;
  count?: number;
}

/** The parts of one kind that a campaign has reached and missed. */
export interface CoverageRow {
  what: string;
  reached: number;
  of: number;
  missing: readonly Missing[];
  /** Parts that no campaign can reach; they are not counted. Absent if a campaign can reach everything. */
  cannot?: readonly Missing[];
}

/** What a campaign has covered; a campaign by an OpenAPI contract adds its own counts. */
export interface CampaignCoverage {
  /** Requirements that were decided, with any outcome. */
  evidenced: readonly string[];
  /** What was reached, and why the rest was not. */
  reached: readonly CoverageRow[];
  /** Counts by kind and name; `dropped` and `ambiguous` count generated cases that were not sent, by cause. */
  counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Set if it counts only what came after the continuation. */
  isPartial?: true;
}

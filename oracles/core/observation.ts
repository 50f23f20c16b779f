/** A fact about the target that interface.md does not show: a key and a value, stored as a baseline value, with the exchanges that are the evidence. */
export interface Observation {
  key: string;
  value: string;
  exchanges: readonly string[];
}

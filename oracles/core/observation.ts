/** Something of the target that interface.md does not show, as one key and its value, to be pinned; exchanges are the evidence. */
export interface Observation {
  key: string;
  value: string;
  exchanges: readonly string[];
}

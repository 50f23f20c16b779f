/** What doctor found out about one thing that the target file says, or could say. */
export type CheckState = 'ok' | 'missing' | 'wrong' | 'not checked';

/** One line of doctor's report. */
export interface Check {
  /** A field of the target file, or another thing that a run needs. */
  thing: string;
  state: CheckState;
  says: string;
  /** What to do about it. */
  todo?: string;
  /** The line to add to the target file, and the field that it belongs below, if the file has that field already. */
  add?: string;
  under?: string;
  /** The requirements that are unverified or not applicable as long as this is so. */
  costs?: readonly string[];
  /** True if these requirements are judged all the same, but not in all of their combinations. */
  inPart?: true;
  /** Set if a nightly run could not begin: something must be corrected, or nobody answers. */
  stops?: 'correct' | 'unreachable';
}

/** The exit code: 0 if a nightly run could begin, 2 if something must be corrected first, 3 if the target cannot be reached. */
export function exitOfChecks(checks: readonly Check[]): 0 | 2 | 3 {
  if (checks.some(({ stops }) => stops === 'correct')) return 2;
  return checks.some(({ stops }) => stops === 'unreachable') ? 3 : 0;
}

const urgency = ({ stops, state }: Check) => (stops ? 0 : state === 'wrong' ? 1 : 2);

/** Returns what to do, the most urgent first: what stops a run, what is wrong, then what costs the most requirements. */
export function stepsOf(checks: readonly Check[]): Check[] {
  return checks
    .filter(({ todo, add }) => todo !== undefined || add !== undefined)
    .toSorted((a, b) => urgency(a) - urgency(b) || (b.costs?.length ?? 0) - (a.costs?.length ?? 0));
}

/** Returns the line that adds something to a field, below that field or together with it. */
export const lineIn = (field: string, isThere: boolean, inner: string): Pick<Check, 'add' | 'under'> =>
  isThere ? { under: field, add: inner } : { add: `${field}: { ${inner} }` };

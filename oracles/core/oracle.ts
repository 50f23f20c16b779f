import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { OracleResult } from './result.ts';

/** The result that an oracle concludes from something that is absent. It proves nothing if the journal lost lines. */
type ResultOfAbsence = OracleResult['state'];

/** An oracle: a pure rule of the run record and the arguments of an assertion, and which of its results rest on something that is absent. */
export interface Oracle<Args = never> {
  readonly rule: (record: RunRecord, args: Args) => OracleResult;
  readonly whenAbsent?: ResultOfAbsence | ((args: Args) => ResultOfAbsence | undefined);
}

/** The oracles of a section, by the names that assertions use. */
export type Oracles = Readonly<Record<string, Oracle>>;

/** The `whenAbsent` of refusals: they hold because something did not happen, if the assertion names reads that would show it. */
export const ifEffect = ({ effect }: { effect?: unknown }): 'held' | undefined => (effect ? 'held' : undefined);

/** A rule that needs only the run record, as the rule of an assertion without arguments. */
export const ofRecord =
  (rule: (record: RunRecord) => OracleResult) =>
  (record: RunRecord, _args: Record<string, never>): OracleResult =>
    rule(record);

import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Waited } from '../../traffic/outcome/evidenceFaults.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';

/** Returns the fault for something that did not show by a deadline of the target file; without a name nothing was awaited. */
export function notInTime(
  { target }: RunRecord,
  name: Waited['name'] | undefined,
  parts: { wanted: string; exchanges: readonly string[] },
): Fault {
  return { code: 'noEvidence', ...parts, ...(target && name && { deadline: { name, ms: target.deadlines[name] } }) };
}

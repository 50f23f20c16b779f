import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';

/** A run that was not told to pay moves no money: it sends nothing but GET (SBX-10). What breaks it is our own fault. */
export function onlyReads(record: RunRecord): Fault[] {
  const told = record.runs.every(({ selection }) => selection.tier === 'active');
  const isReal = record.target?.kind === 'production';
  const reason = isReal ? 'the run was told to move real money' : 'the target is no production, and the run may pay';
  if (told) return [{ code: 'notApplicable', reason, exchanges: [] }];
  return record.exchanges
    .filter(({ line }) => line.request.method !== 'GET')
    .map(({ id, request }) => ({
      code: 'suiteError',
      message: `a run that only reads sent ${request}`,
      exchanges: [id],
    }));
}

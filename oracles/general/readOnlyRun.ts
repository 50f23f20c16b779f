import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';

/** A run without permission to pay moves no money: it sends only GET (SBX-10). A violation is a fault of the suite. */
export function onlyReads(record: RunRecord): Fault[] {
  const mayPay = record.runs.every(({ selection }) => selection.tier === 'active');
  const isReal = record.target?.kind === 'production';
  const reason = isReal
    ? 'the run was allowed to move real money'
    : 'the target is no production system, and the run may pay';
  if (mayPay) return [{ code: 'notApplicable', reason, exchanges: [] }];
  return record.exchanges
    .filter(({ line }) => line.request.method !== 'GET')
    .map(({ id, request }) => ({
      code: 'suiteError',
      message: `a read-only run sent ${request}`,
      exchanges: [id],
    }));
}

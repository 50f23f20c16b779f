import type { Fault } from '../../fault.ts';
import type { DeliveryLine, Line } from '../../lines.ts';
import { RunRecord } from '../../record.ts';
import { bareDeliveries, isBare, isSigned, signedDeliveries } from './digest.ts';
import { heardIn } from './heard.ts';
import { owedIn, wasAnnounced } from './owed.ts';
import { accountsIn, agreesInWebhooks, endsOnce } from './payments.ts';
import { isPosted } from './posted.ts';
import { agreesWithReads, askedIn, comparedIn, isReadable } from './reads.ts';

/** What is found wrong in the deliveries of a record, whatever their order and number. */
function faultsIn(record: RunRecord): Fault[] {
  const found = [
    ...heardIn(record).map(isPosted),
    ...signedDeliveries(record).map(isSigned),
    ...bareDeliveries(record).map(isBare),
    ...owedIn(record).map(wasAnnounced(record)),
    ...comparedIn(record).map(agreesWithReads),
    ...askedIn(record).map(isReadable),
    ...accountsIn(record).flatMap(agreesInWebhooks),
    ...accountsIn(record).map(endsOnce(record)),
  ];
  return found.filter((fault) => fault !== undefined);
}

/** The same record, each delivery twice and the last ones first, as a target may send them. */
function disordered(record: RunRecord): RunRecord {
  const { deliveries, registrations, deaf, experiments } = record.webhooks;
  const twice = deliveries.flatMap(({ line }): DeliveryLine[] => [line, { ...line, id: `${line.id}-again` }]);
  const lines: Line[] = [
    ...record.runs.slice(0, 1),
    ...registrations,
    ...deaf,
    ...record.levers,
    ...record.exchanges.map(({ line }) => line),
    ...twice.toReversed(),
    ...experiments,
  ];
  return new RunRecord(record.contract, [...lines, { kind: 'swept', atNs: '0', lines: lines.length }]);
}

/** Duplicates and another order convict nobody: the same rules find no other fault in the same deliveries, each twice and turned round (WHK-08). */
export function convictsNoOrder(record: RunRecord, find: (record: RunRecord) => Fault[] = faultsIn): Fault[] {
  const here = new Set(find(record).map(({ code }) => code));
  const more = find(disordered(record)).filter(({ code }) => !here.has(code));
  return more.map(({ code, exchanges }) => ({
    code: 'suiteError',
    message: `${code} is found only where each webhook comes twice and the last one first`,
    exchanges,
  }));
}

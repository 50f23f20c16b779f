import type { DeliveryLine, Line } from '../../../traffic/journal/journalTypes.ts';
import { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { receivedDeliveries } from '../received/deliveries.ts';
import { isPosted } from './deliveryForm.ts';
import { isSignedRight, isUnsigned, signedDeliveries, unsignedDeliveries } from './digest.ts';
import { expectedDeliveries, wasAnnounced } from './expected.ts';
import { agreesInWebhooks, endsOnce, paymentReports } from './paymentDeliveries.ts';
import { agreesWithReads, comparedDeliveries, isReadable, readsAfterDelivery } from './readAgreement.ts';

/** What is found wrong in the deliveries of a record, whatever their order and number. */
function faultsIn(record: RunRecord): Fault[] {
  const found = [
    ...receivedDeliveries(record).map(isPosted),
    ...signedDeliveries(record).map(isSignedRight),
    ...unsignedDeliveries(record).map(isUnsigned),
    ...expectedDeliveries(record).map(wasAnnounced(record)),
    ...comparedDeliveries(record).map(agreesWithReads),
    ...readsAfterDelivery(record).map(isReadable),
    ...paymentReports(record).flatMap(agreesInWebhooks),
    ...paymentReports(record).map(endsOnce(record)),
  ];
  return found.filter((fault) => fault !== undefined);
}

/** The same record, each delivery twice and the last ones first, as a target may send them. */
function disordered(record: RunRecord): RunRecord {
  const { deliveries, registrations, notListening, experiments } = record.webhooks;
  const twice = deliveries.flatMap(({ line }): DeliveryLine[] => [line, { ...line, id: `${line.id}-again` }]);
  const lines: Line[] = [
    ...record.runs.slice(0, 1),
    ...registrations,
    ...notListening,
    ...record.controlActions,
    ...record.exchanges.map(({ line }) => line),
    ...twice.toReversed(),
    ...experiments,
  ];
  return new RunRecord(record.contract, [...lines, { kind: 'swept', atNs: '0', lines: lines.length }]);
}

/** Duplicates and another order convict nobody: the same rules find no other fault in the same deliveries, each twice and turned round (WHK-08). */
export function isOrderIndependent(record: RunRecord, find: (record: RunRecord) => Fault[] = faultsIn): Fault[] {
  const here = new Set(find(record).map(({ code }) => code));
  const more = find(disordered(record)).filter(({ code }) => !here.has(code));
  return more.map(({ code, exchanges }) => ({
    code: 'suiteError',
    message: `${code} is found only where each webhook comes twice and the last one first`,
    exchanges,
  }));
}

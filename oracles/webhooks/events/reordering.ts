import type { DeliveryLine, Line } from '../../../traffic/journal/journalTypes.ts';
import { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { receivedDeliveries } from '../received/deliveries.ts';
import { isPosted } from './deliveryForm.ts';
import { isSignedRight, isUnsigned, signedDeliveries, unsignedDeliveries } from './digest.ts';
import { expectedDeliveries, wasAnnounced } from './expected.ts';
import { agreesInWebhooks, endsOnce, paymentReports } from './paymentDeliveries.ts';
import { agreesWithReads, comparedDeliveries, isReadable, readsAfterDelivery } from './readAgreement.ts';

/** Returns the faults in the deliveries of a run record. */
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

/** Returns a copy of the run record with each delivery twice and in reverse order, as a target may send them. */
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

/** Duplicates and another order cause no failure: the rules find no additional fault if each delivery comes twice and in reverse order (WHK-08). */
export function isOrderIndependent(record: RunRecord, find: (record: RunRecord) => Fault[] = faultsIn): Fault[] {
  const here = new Set(find(record).map(({ code }) => code));
  const more = find(disordered(record)).filter(({ code }) => !here.has(code));
  return more.map(({ code, exchanges }) => ({
    code: 'suiteError',
    message: `the rules find ${code} only if each webhook comes twice and in reverse order; correct the rule that depends on the order`,
    exchanges,
  }));
}

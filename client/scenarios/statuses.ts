import { LosslessNumber } from 'lossless-json';
import { checkoutLifecycle, paymentLifecycle, requestLifecycle } from '../../schemas/domain/lifecycles.ts';
import { sampleCall } from './sampleCalls.ts';
import type { Known, MakeScenarios, Scenario } from './scenario.ts';
import { type RecordKind, recordText, rightWebhook } from './webhookBodies.ts';

/** A kind of record: the operation that reads it, and its statuses. */
const kinds: Readonly<Record<RecordKind, { operation: string; idPrefix: string; statuses: readonly string[] }>> = {
  payment: { operation: 'getPayment', idPrefix: 'PMT-', statuses: paymentLifecycle.states },
  checkout: { operation: 'getCheckout', idPrefix: 'CCO-', statuses: checkoutLifecycle.states },
  request: { operation: 'getRequest', idPrefix: 'CAPD-', statuses: requestLifecycle.states },
};

/** The amount that a partial payment moved. */
const partial = '4.25';

const fieldsOf = (status: string) =>
  status === 'PARTIAL_SUCCESS' ? { status, amount: new LosslessNumber(partial) } : { status };

function read(kind: RecordKind, status: string, known: Known): Scenario {
  const { operation } = kinds[kind];
  return {
    requirement: 'CLI-10',
    name: `a ${kind} that is ${status}`,
    needs: { operations: [operation], features: ['outcomes'] },
    rules: [{ operation, action: { do: 'sample', edits: [{ edit: 'fields', fields: fieldsOf(status) }] } }],
    steps: [sampleCall(operation, known)],
    claims: [
      { oracle: 'saysOutcome', args: { kind, status, isOffered: true } },
      { oracle: 'handsOver', args: { amountsOnly: true } },
    ],
  };
}

function told(kind: RecordKind, status: string, known: Known): Scenario {
  const { idPrefix, statuses: all } = kinds[kind];
  const id = `${idPrefix}${known.freshUuid()}`;
  const amount = status === 'PARTIAL_SUCCESS' ? partial : undefined;
  const before = all.slice(0, 1).filter((first) => first !== status);
  return {
    requirement: 'CLI-10',
    name: `a webhook of a ${kind} that is ${status}`,
    needs: { features: ['webhooks', 'state'] },
    steps: [...before, status].map(fieldsOf).map((fields) => rightWebhook(recordText(known, kind, { id, ...fields }))),
    claims: [
      { oracle: 'keepsState', args: { status, isOld: false, ...(amount !== undefined && { amount }) } },
      { oracle: 'saysOutcome', args: { kind, status } },
    ],
  };
}

/** Every status of every record, read and announced by a webhook. */
export const statuses: MakeScenarios = (known) =>
  (Object.keys(kinds) as RecordKind[]).flatMap((kind) => [
    ...[...kinds[kind].statuses, 'SOMETHING_NEW'].map((status) => read(kind, status, known)),
    ...kinds[kind].statuses.map((status) => told(kind, status, known)),
  ]);

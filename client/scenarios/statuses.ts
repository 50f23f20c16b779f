import { LosslessNumber } from 'lossless-json';
import { checkoutLifecycle, paymentLifecycle, requestLifecycle } from '../../schemas/domain/lifecycles.ts';
import { sampleCall } from './sampleCalls.ts';
import type { Known, MakeScenarios, Scenario } from './scenario.ts';
import { type RecordKind, recordText, rightWebhook } from './webhookBodies.ts';

/** A kind of record: the operation that reads it, and its statuses. */
const kinds: Readonly<Record<RecordKind, { operation: string; statuses: readonly string[] }>> = {
  payment: { operation: 'getPayment', statuses: paymentLifecycle.states },
  checkout: { operation: 'getCheckout', statuses: checkoutLifecycle.states },
  request: { operation: 'getRequest', statuses: requestLifecycle.states },
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
      { oracle: 'saysOutcome', args: { kind, status } },
      { oracle: 'handsOver', args: { amountsOnly: true } },
    ],
  };
}

function told(status: string, known: Known): Scenario {
  const id = `PMT-${known.freshUuid()}`;
  const amount = status === 'PARTIAL_SUCCESS' ? partial : undefined;
  return {
    requirement: 'CLI-10',
    name: `a webhook of a payment that is ${status}`,
    needs: { features: ['webhooks', 'state'] },
    steps: [{ status: 'NEW' }, fieldsOf(status)].map((fields) =>
      rightWebhook(recordText(known, 'payment', { id, ...fields })),
    ),
    claims: [
      { oracle: 'keepsState', args: { status, isOld: false, ...(amount !== undefined && { amount }) } },
      { oracle: 'saysOutcome', args: { kind: 'payment', status } },
    ],
  };
}

/** Every status of every record, read and announced by a webhook. */
export const statuses: MakeScenarios = (known) => [
  ...(Object.keys(kinds) as RecordKind[]).flatMap((kind) =>
    [...kinds[kind].statuses, 'SOMETHING_NEW'].map((status) => read(kind, status, known)),
  ),
  ...paymentLifecycle.states.map((status) => told(status, known)),
];

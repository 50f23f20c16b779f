import { LosslessNumber } from 'lossless-json';
import { sampleCall } from './sampleCalls.ts';
import type { Known, MakeScenarios, Scenario } from './scenario.ts';
import { changedAt, type RecordKind, recordKinds, recordText, rightWebhook } from './webhookBodies.ts';

/** The amount that a partial payment moved. */
const partial = '4.25';

const fieldsOf = (status: string) =>
  status === 'PARTIAL_SUCCESS' ? { status, amount: new LosslessNumber(partial) } : { status };

function read(kind: RecordKind, status: string, known: Known): Scenario {
  const { operation } = recordKinds[kind];
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
  const { idPrefix, lifecycle } = recordKinds[kind];
  const id = `${idPrefix}${known.freshUuid()}`;
  const amount = status === 'PARTIAL_SUCCESS' ? partial : undefined;
  const before = lifecycle.states.slice(0, 1).filter((first) => first !== status);
  return {
    requirement: 'CLI-10',
    name: `a webhook of a ${kind} that is ${status}`,
    needs: { features: ['webhooks', 'state'] },
    steps: [...before, status].map((one, at) =>
      rightWebhook(recordText(known, kind, { id, ...changedAt(kind, at), ...fieldsOf(one) })),
    ),
    claims: [
      { oracle: 'keepsState', args: { status, isOld: false, ...(amount !== undefined && { amount }) } },
      { oracle: 'saysOutcome', args: { kind, status } },
    ],
  };
}

/** Every status of every record, read and announced by a webhook. */
export const statuses: MakeScenarios = (known) =>
  (Object.keys(recordKinds) as RecordKind[]).flatMap((kind) => [
    ...[...recordKinds[kind].lifecycle.states, 'SOMETHING_NEW'].map((status) => read(kind, status, known)),
    ...recordKinds[kind].lifecycle.states.map((status) => told(kind, status, known)),
  ]);

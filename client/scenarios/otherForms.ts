import { clientOperations } from '../server/operationTable.ts';
import type { Edit } from '../server/rules.ts';
import { sampleCall, sampledOperations } from './sampleCalls.ts';
import type { Known, MakeScenarios, Scenario } from './scenario.ts';
import { editedRecord, type RecordKind, recordKinds, recordText, rightWebhook } from './webhookBodies.ts';

/** Ways in which an answer may look other than the usual one. */
const ways: Readonly<Record<string, readonly Edit[]>> = {
  'nine digits of a second': [{ edit: 'times', fraction: '.123456789' }],
  'two digits of a second': [{ edit: 'times', fraction: '.12' }],
  'whole seconds': [{ edit: 'times', fraction: '' }],
  'nulls for what may be null': [{ edit: 'nulls' }],
  'no optional fields': [{ edit: 'absent fields' }],
  'unknown fields': [{ edit: 'unknown fields' }],
  'unknown enum values': [{ edit: 'unknown values' }],
};

/** Records whose conflicts have a reason that nobody knows yet. */
const conflicts = ['createCheckout', 'getCheckout', 'createRequest', 'getRequest'];

const inConflict: readonly Edit[] = [{ edit: 'fields', fields: { status: 'CONFLICT', reason: 'SOMETHING_NEW' } }];

const scenario = (
  operation: string,
  { name, edits }: { name: string; edits: readonly Edit[] },
  known: Known,
): Scenario => ({
  requirement: 'CLI-03',
  name: `${operation} with ${name}`,
  needs: { operations: [operation] },
  rules: [{ operation, action: { do: 'sample', edits } }],
  steps: [sampleCall(operation, known)],
  claims: [{ oracle: 'handsOver' }],
});

/** A webhook of a record in one form, after one of another record in the usual form: an SDK that hands over the usual one hands over each. */
const announced = (
  kind: RecordKind,
  { name, edits }: { name: string; edits: readonly Edit[] },
  known: Known,
): Scenario => {
  const { creation, idPrefix } = recordKinds[kind];
  return {
    requirement: 'CLI-03',
    name: `a webhook of a ${kind} with ${name}`,
    // An SDK without a creation need not know the webhooks of what it creates.
    needs: { features: ['webhooks'], operations: [creation] },
    steps: [recordText(known, kind, { id: `${idPrefix}${known.freshUuid()}` }), editedRecord(known, kind, edits)].map(
      rightWebhook,
    ),
    claims: [{ oracle: 'handsOverEvent' }],
  };
};

/** Answers of every operation, and webhooks, in forms that the interface allows. */
export const otherForms: MakeScenarios = (known) => [
  ...sampledOperations
    .filter((operation) => !clientOperations.get(operation)?.isText)
    .flatMap((operation) => Object.entries(ways).map(([name, edits]) => scenario(operation, { name, edits }, known))),
  ...conflicts.map((operation) =>
    scenario(operation, { name: 'an unknown reason of a conflict', edits: inConflict }, known),
  ),
  ...(Object.keys(recordKinds) as RecordKind[]).flatMap((kind) =>
    Object.entries(ways).map(([name, edits]) => announced(kind, { name, edits }, known)),
  ),
];

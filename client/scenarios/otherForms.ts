import { clientOperations } from '../server/operationTable.ts';
import type { Edit } from '../server/rules.ts';
import { sampleCall, sampledOperations } from './sampleCalls.ts';
import type { Known, MakeScenarios, Scenario } from './scenario.ts';

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

/** Answers of every operation in forms that the interface allows. */
export const otherForms: MakeScenarios = (known) => [
  ...sampledOperations
    .filter((operation) => !clientOperations.get(operation)?.isText)
    .flatMap((operation) => Object.entries(ways).map(([name, edits]) => scenario(operation, { name, edits }, known))),
  ...conflicts.map((operation) =>
    scenario(operation, { name: 'an unknown reason of a conflict', edits: inConflict }, known),
  ),
];

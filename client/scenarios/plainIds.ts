import { sampleCall } from './sampleCalls.ts';
import type { MakeScenarios, Scenario } from './scenario.ts';

const textOperations = ['createPayout', 'createExchange'];

/** Answers as services of this family give them: the type is that of interface.md, the status 200 or 201. */
const forms = [
  { name: 'as the service sends it', status: 200, type: 'plain/text' },
  { name: 'with status 201', status: 201, type: 'plain/text' },
  { name: 'with a character set', status: 200, type: 'plain/text;charset=UTF-8' },
];

/** Creations that answer a plain-text order id. */
export const plainIds: MakeScenarios = (known) =>
  textOperations.flatMap((operation) =>
    forms.map(
      ({ name, status, type }): Scenario => ({
        requirement: 'CLI-02',
        name: `the id of ${operation} ${name}`,
        needs: { operations: [operation] },
        rules: [{ operation, action: { do: 'sample', status, headers: { 'content-type': type } } }],
        steps: [sampleCall(operation, known)],
        claims: [{ oracle: 'handsOverText' }],
      }),
    ),
  );

import { edgeCaseTexts, hostileTexts, malformedTexts } from '../../../../generators/texts/hostile.ts';
import type { CaseStep } from '../../../engine/cases/fuzzCase.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { controlStep, stepOf } from '../../builder/caseSteps.ts';
import { refusalCase, survivalCase, tableGenerator } from '../../builder/tableGenerator.ts';
import { validWrite, writeOperations, writesWithoutMoney } from '../../builder/validRequests.ts';

type Text = (typeof edgeCaseTexts)[number];

/** Returns a step with another body text. */
function retold(step: CaseStep, text: (validText: string) => string): CaseStep {
  const { body } = step;
  return body && 'text' in body ? { ...step, body: { ...body, text: text(body.text) } } : step;
}

/** Further texts that are not a JSON object. */
const furtherTexts: readonly Text[] = [
  { why: 'a comma too many', text: (validText) => validText.replace(/\}\s*$/, ',}') },
  { why: 'a form for JSON', text: () => 'amount=10&currency=USD' },
  { why: 'XML for JSON', text: () => '<payment><amount>10</amount></payment>' },
  { why: 'a number for an object', text: () => '17' },
  { why: 'a text for an object', text: (validText) => JSON.stringify(validText) },
  { why: 'single quotes', text: (validText) => validText.replaceAll('"', "'") },
  { why: 'only white space', text: () => ' \n ' },
];

/** A body that is not a JSON object, for each write. */
const malformed: CaseGenerator = tableGenerator<{ operation: (typeof writeOperations)[number]; text: Text }>({
  name: 'a body that is no JSON object',
  evidences: ['ERR-04a'],
  posts: 1,
  isMisuse: true,
  of: () =>
    writeOperations.flatMap((operation) =>
      [...malformedTexts, ...furtherTexts].map((text) => [`${operation}, ${text.why}`, { operation, text }] as const),
    ),
  make: ({ operation, text }, { known, chance }) => {
    const plan = validWrite(known, operation, chance);
    if (!plan) return undefined;
    return refusalCase({
      requirement: 'ERR-04a',
      control: controlStep(plan),
      defect: retold(stepOf(plan), text.text),
      what: text.why,
      how: { keyword: 'syntax' },
    });
  },
});

const huge = /megabyte/;

/** Large texts are sent to only one operation. */
const isFor = (operation: string, { why }: Text) => !huge.test(why) || operation.endsWith('/payin');

/** Texts that a target may accept, for writes that move no money. */
const oddBodies: CaseGenerator = tableGenerator<{ operation: (typeof writeOperations)[number]; text: Text }>({
  name: 'an odd body',
  evidences: ['ERR-02a', 'ERR-04b'],
  posts: 1,
  isMisuse: true,
  of: () =>
    writesWithoutMoney.flatMap((operation) =>
      [...edgeCaseTexts, ...hostileTexts.filter(({ why }) => !malformedTexts.some((one) => one.why === why))]
        .filter((text) => isFor(operation, text))
        .map((text) => [`${operation}, ${text.why}`, { operation, text }] as const),
    ),
  make: ({ operation, text }, { known, chance }) => {
    const plan = validWrite(known, operation, chance);
    // References are still filled in a text that JSON.stringify has made.
    return plan && survivalCase('ERR-04b', [retold(stepOf(plan), text.text)], text.why);
  },
});

const types = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/json;',
  'application/vnd.api+json',
  'json',
];

/** JSON under other content types. */
const contentTypes: CaseGenerator = tableGenerator<{ operation: (typeof writeOperations)[number]; type: string }>({
  name: 'an odd content type',
  evidences: ['ERR-04b'],
  posts: 1,
  isMisuse: true,
  of: () =>
    writesWithoutMoney.flatMap((operation) =>
      types.map((type) => [`${operation}, ${type}`, { operation, type }] as const),
    ),
  make: ({ operation, type }, { known, chance }) => {
    const plan = validWrite(known, operation, chance);
    const step = plan && stepOf(plan);
    if (!step?.body || !('text' in step.body)) return undefined;
    return survivalCase('ERR-04b', [{ ...step, body: { ...step.body, type } }], type);
  },
});

/** Bodies that are not a JSON object, that may strain a parser, or that have another content type. */
export const malformedBodyCases: readonly CaseGenerator[] = [malformed, oddBodies, contentTypes];

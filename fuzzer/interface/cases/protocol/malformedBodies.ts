import { edgeCaseTexts, hostileTexts, malformedTexts } from '../../../../generators/texts/hostile.ts';
import { withBodyText } from '../../builder/caseSteps.ts';
import { refusalCase, survivalCase } from '../../builder/cases.ts';
import { crossed, generator, nameTable, type Table } from '../../builder/tableGenerator.ts';
import { writeCase, writeOperations, writesWithoutMoney } from '../../builder/validRequests.ts';

type Text = (typeof edgeCaseTexts)[number];

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

const textTable = (texts: readonly Text[]): Table<Text> => texts.map((one) => [one.why, one] as const);

/** Texts that a target may accept. */
const oddTexts = [
  ...edgeCaseTexts,
  ...hostileTexts.filter(({ why }) => !malformedTexts.some((one) => one.why === why)),
];

/** Large texts are sent to only one operation. */
const isFor = (operation: string, { why }: Text) => !/megabyte/.test(why) || operation.endsWith('/payin');

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

/** Bodies that are not a JSON object, that may strain a parser, or that have another content type. */
export const malformedBodyCases = [
  generator(
    { name: 'a body that is no JSON object', evidences: ['ERR-04a'], isMisuse: true },
    crossed(nameTable(writeOperations), textTable([...malformedTexts, ...furtherTexts]), (operation, { text, why }) =>
      writeCase(operation, (plan, step) =>
        refusalCase('ERR-04a', [plan, withBodyText(step, text)], { what: why, keyword: 'syntax' }),
      ),
    ),
  ),
  generator(
    { name: 'an odd body', evidences: ['ERR-02a', 'ERR-04b'], isMisuse: true },
    crossed(nameTable(writesWithoutMoney), textTable(oddTexts), (operation, odd) =>
      // References are still filled in a text that JSON.stringify has made.
      isFor(operation, odd)
        ? writeCase(operation, (_, step) => survivalCase('ERR-04b', [withBodyText(step, odd.text)], odd.why))
        : undefined,
    ),
  ),
  // JSON under other content types.
  generator(
    { name: 'an odd content type', evidences: ['ERR-04b'], isMisuse: true },
    crossed(nameTable(writesWithoutMoney), nameTable(types), (operation, type) =>
      writeCase(
        operation,
        (_, step) => step.body && survivalCase('ERR-04b', [{ ...step, body: { ...step.body, type } }], type),
      ),
    ),
  ),
];

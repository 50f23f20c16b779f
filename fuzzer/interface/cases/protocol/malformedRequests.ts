import { edgeCaseTexts, hostileTexts, malformedTexts } from '../../../../generators/texts/hostile.ts';
import { read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep } from '../../../engine/cases/fuzzCase.ts';
import { assertionOf, stepOf, withBodyText } from '../../builder/caseSteps.ts';
import { edgeCase, learned, refusalCase, survivalCase, validCase } from '../../builder/cases.ts';
import { crossed, crossedRows, type Draw, generator, nameTable, rows, type Table } from '../../builder/tables.ts';
import { validReads, writeCase, writeOperations, writesWithoutMoney } from '../../builder/validRequests.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

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

/** Each type with a body and without one. */
const typed: Table<{ type: string; text?: () => string }> = types.flatMap((type) => [
  [type, { type }] as const,
  [`${type} without a body`, { type, text: () => '' }] as const,
]);

/** Makes a request that is no operation: it has another method or another path. */
const bare = (changed: Partial<CaseStep>, { operation: _, ...step }: CaseStep = stepOf(read.methods())): CaseStep => ({
  ...step,
  ...changed,
});

const methods = ['PUT', 'PATCH', 'DELETE'];

/** Returns what paths answer to other methods. */
const otherMethods = (known: TargetInventory) => [
  ...validReads(known).flatMap(({ plan, before }) =>
    (before.length === 0 ? [...methods, 'POST'] : []).map((method): [string, Draw] => {
      const name = `${method} ${plan.operation.split(' ')[1]}`;
      const { path } = stepOf(plan);
      return [name, () => edgeCase(name, bare({ method, path }), learned('GEN-03', name))];
    }),
  ),
  ...writeOperations.flatMap((operation) =>
    methods.map((method): [string, Draw] => {
      const name = `${method} ${operation.split(' ')[1]}`;
      return [name, writeCase(operation, (_, step) => edgeCase(name, bare({ method }, step), learned('GEN-03', name)))];
    }),
  ),
];

/** The same paths under another version, and paths that do not exist. */
const otherVersions = [
  '/v1/user/payments/search',
  '/v2/user/payments',
  '/v2/user/methods',
  '/v2/user/wallet/balances',
  '/v2/user/exchange/rates',
  '/v3/user/payments/search',
  '/user/methods',
];

/** Texts in a path that a careless router or store mishandles. Each is escaped as one segment. */
const segments: Readonly<Record<string, string>> = {
  'a per cent sign': '%',
  'a NUL': 'PMT-\u0000',
  'two thousand letters': 'x'.repeat(2_000),
  'a way up': '../../..',
  'a quote': "PMT-' OR '1'='1",
  'a semicolon': 'PMT-1;DROP',
  'a line break': 'PMT-\r\nX-Header: 1',
  'beyond ASCII': 'PMT-é☂𝄞',
  null: 'null',
  'minus one': '-1',
  JSON: '{"$ne":null}',
  'a space': ' ',
};

/** The operations with a parameter in their path. */
const lookups = {
  payment: read.payment,
  'exchange rate': read.exchangeRate,
  'exchange limit': read.exchangeLimit,
  'deposit options': read.depositOptions,
  'acquiring rate': (base: string) => read.acquiringRate(base, base),
};

const undocumented = [
  '/',
  '/v1',
  '/v1/user',
  '/v1/user/nothing-here',
  '/v1/user//methods',
  '/v1/user/methods/',
  '/V1/USER/METHODS',
];

/** Requests that break or strain the protocol. */
export const malformedRequestCases = [
  // Bodies that are not a JSON object, that may strain a parser, or that have another content type.
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
        ? writeCase(operation, (_, step) => survivalCase('ERR-04b', withBodyText(step, odd.text), odd.why))
        : undefined,
    ),
  ),
  generator(
    { name: 'an odd content type', evidences: ['ERR-04b'], isMisuse: true },
    crossed(nameTable(writesWithoutMoney), typed, (operation, { type, text }) =>
      writeCase(operation, (_, step) => {
        const { body, ...rest } = text === undefined ? step : withBodyText(step, text);
        return body && survivalCase('ERR-04b', { ...rest, body: { ...body, type } }, type);
      }),
    ),
  ),
  generator({ name: 'another HTTP method', evidences: ['GEN-03'], isMisuse: true }, otherMethods),
  generator({ name: 'the documented version of a path', evidences: ['VER-01'], posts: 0 }, (known) =>
    validReads(known).map(({ plan, before }) => {
      const what = plan.operation;
      const assertion = assertionOf('VER-01', 'answersJson', { exchange: `#${before.length + 1}`, what });
      return [what, () => validCase('a documented path', [...before, plan], assertion)] as const;
    }),
  ),
  generator(
    { name: 'another version of a path', evidences: ['VER-02'], posts: 0, isMisuse: true },
    rows(nameTable(otherVersions), (path) => edgeCase('another version', bare({ path }), learned('VER-02', path))),
  ),
  generator(
    { name: 'an odd text in a path', evidences: ['ERR-02a'], posts: 0, isMisuse: true },
    crossedRows(Object.entries(lookups), Object.entries(segments), (plan, text, { name }) =>
      survivalCase('ERR-02a', plan(text), name),
    ),
  ),
  generator(
    { name: 'a path that is not described', evidences: ['ERR-02a'], posts: 0, isMisuse: true },
    rows(nameTable(undocumented), (path) => survivalCase('ERR-02a', bare({ path }), 'a path that is not described')),
  ),
];

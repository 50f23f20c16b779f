import { read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep } from '../../../engine/cases/fuzzCase.ts';
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import { edgeCase, survivalCase, validCase } from '../../builder/cases.ts';
import { caseRows, crossedCases, type Draw, generator, nameTable } from '../../builder/tableGenerator.ts';
import { validReads, writeCase, writeOperations } from '../../builder/validRequests.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import { malformedBodyCases } from './malformedBodies.ts';

/** Makes a request that is no operation: it has another method or another path. */
const bare = (changed: Partial<CaseStep>, { operation: _, ...step }: CaseStep = stepOf(read.methods())): CaseStep => ({
  ...step,
  ...changed,
});

const methods = ['PUT', 'PATCH', 'DELETE'];

const learned = (requirement: string, key: string) => [
  assertionOf(requirement, 'answersWith', { exchange: '#1', key }),
];

/** Returns what paths answer to other methods. */
const otherMethods = (known: TargetInventory) => [
  ...validReads(known).flatMap(({ plan, before }) =>
    (before.length === 0 ? [...methods, 'POST'] : []).map((method): [string, Draw] => {
      const name = `${method} ${plan.operation.split(' ')[1]}`;
      const { path } = stepOf(plan);
      return [name, () => edgeCase(name, [bare({ method, path })], learned('GEN-03', name))];
    }),
  ),
  ...writeOperations.flatMap((operation) =>
    methods.map((method): [string, Draw] => {
      const name = `${method} ${operation.split(' ')[1]}`;
      return [
        name,
        writeCase(operation, (_, step) => edgeCase(name, [bare({ method }, step)], learned('GEN-03', name))),
      ];
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
  ...malformedBodyCases,
  generator({ name: 'another HTTP method', evidences: ['GEN-03'], isMisuse: true }, otherMethods),
  generator({ name: 'the documented version of a path', evidences: ['VER-01'], posts: 0 }, (known) =>
    validReads(known).map(({ plan, before }) => {
      const what = plan.operation;
      const assertion = assertionOf('VER-01', 'answersJson', { exchange: `#${before.length + 1}`, what });
      return [what, () => validCase('a documented path', [...before, plan], [assertion])] as const;
    }),
  ),
  generator(
    { name: 'another version of a path', evidences: ['VER-02'], posts: 0, isMisuse: true },
    caseRows(nameTable(otherVersions), (path) => edgeCase('another version', bare({ path }), learned('VER-02', path))),
  ),
  generator(
    { name: 'an odd text in a path', evidences: ['ERR-02a'], posts: 0, isMisuse: true },
    crossedCases(Object.entries(lookups), Object.entries(segments), (plan, text, { name }) =>
      survivalCase('ERR-02a', plan(text), name),
    ),
  ),
  generator(
    { name: 'a path that is not described', evidences: ['ERR-02a'], posts: 0, isMisuse: true },
    caseRows(nameTable(undocumented), (path) =>
      survivalCase('ERR-02a', bare({ path }), 'a path that is not described'),
    ),
  ),
];

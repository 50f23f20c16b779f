import { read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import {
  assertedCase,
  edgeCaseLabel,
  nameTable,
  survivalCase,
  tableGenerator,
  validLabel,
} from '../../builder/tableGenerator.ts';
import { validReads, validWrite, writeOperations } from '../../builder/validRequests.ts';
import { malformedBodyCases } from './malformedBodies.ts';

/** Makes a request that is no operation: it has another method or another path. */
function bare({ operation: _, ...step }: CaseStep, changed: Partial<CaseStep>): CaseStep {
  return { ...step, ...changed };
}

const methods = ['PUT', 'PATCH', 'DELETE'] as const;

/** What a path answers to another method. */
const otherMethods: CaseGenerator = tableGenerator<{ path: string; method: string }>({
  name: 'another HTTP method',
  evidences: ['GEN-03'],
  posts: 1,
  isMisuse: true,
  of: (known) => [
    ...validReads(known).flatMap(({ plan, before }) => {
      const { path } = stepOf(plan);
      const ways = before.length === 0 ? [...methods, 'POST'] : [];
      return ways.map((method) => [`${method} ${plan.operation.split(' ')[1]}`, { path, method }] as const);
    }),
    ...writeOperations.flatMap((operation) =>
      methods.map((method) => [`${method} ${operation.split(' ')[1]}`, { path: operation, method }] as const),
    ),
  ],
  make: ({ path, method }, { known, chance, name }) => {
    const operation = writeOperations.find((one) => one === path);
    const plan = operation === undefined ? undefined : validWrite(known, operation, chance);
    if (operation !== undefined && !plan) return undefined;
    const step = plan ? stepOf(plan) : stepOf(read.methods());
    const sent = bare(step, { method, ...(plan ? {} : { path }) });
    return assertedCase([sent], edgeCaseLabel(name), [
      assertionOf('GEN-03', 'answersWith', { exchange: '#1', key: name }),
    ]);
  },
});

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

const versions: CaseGenerator = tableGenerator<string>({
  name: 'another version of a path',
  evidences: ['VER-02'],
  posts: 0,
  isMisuse: true,
  of: () => nameTable(otherVersions),
  make: (path) =>
    assertedCase([bare(stepOf(read.methods()), { path })], edgeCaseLabel('another version'), [
      assertionOf('VER-02', 'answersWith', { exchange: '#1', key: path }),
    ]),
});

const documented: CaseGenerator = tableGenerator<FuzzCase>({
  name: 'the documented version of a path',
  evidences: ['VER-01'],
  posts: 0,
  isMisuse: false,
  of: (known) =>
    validReads(known).map(({ plan, before }) => {
      const what = plan.operation;
      const steps = [...before, stepOf(plan)];
      const assertion = assertionOf('VER-01', 'answersJson', { exchange: `#${steps.length}`, what });
      return [what, assertedCase(steps, validLabel('a documented path'), [assertion])] as const;
    }),
  make: (made) => made,
});

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

const lookups = {
  payment: read.payment,
  'exchange rate': read.exchangeRate,
  'exchange limit': read.exchangeLimit,
  'deposit options': read.depositOptions,
  'acquiring rate': (base: string) => read.acquiringRate(base, base),
} as const;

/** Edge-case texts for every path parameter. */
const paths: CaseGenerator = tableGenerator<{ text: string; plan: (text: string) => ReturnType<typeof read.payment> }>({
  name: 'an odd text in a path',
  evidences: ['ERR-02a'],
  posts: 0,
  isMisuse: true,
  of: () =>
    Object.entries(lookups).flatMap(([what, plan]) =>
      Object.entries(segments).map(([why, text]) => [`${what}, ${why}`, { text, plan }] as const),
    ),
  make: ({ text, plan }, { name }) => survivalCase('ERR-02a', [stepOf(plan(text))], name),
});

const undocumented = [
  '/',
  '/v1',
  '/v1/user',
  '/v1/user/nothing-here',
  '/v1/user//methods',
  '/v1/user/methods/',
  '/V1/USER/METHODS',
];

/** Undocumented paths. */
const nowhere: CaseGenerator = tableGenerator<string>({
  name: 'a path that is not described',
  evidences: ['ERR-02a'],
  posts: 0,
  isMisuse: true,
  of: () => nameTable(undocumented),
  make: (path) => survivalCase('ERR-02a', [bare(stepOf(read.methods()), { path })], 'a path that is not described'),
});

/** Requests that break or strain the protocol with anything except their bodies. */
export const malformedRequestCases: readonly CaseGenerator[] = [
  ...malformedBodyCases,
  otherMethods,
  documented,
  versions,
  paths,
  nowhere,
];

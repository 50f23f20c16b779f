import { hostileTexts, malformedTexts, oddTexts } from '../../../generators/hostile.ts';
import { read } from '../../../harness/plan.ts';
import type { CaseStep, FuzzCase } from '../../case.ts';
import type { Move } from '../move.ts';
import { harmless, readsOf, soundWrite, writes } from '../sound.ts';
import { claimOf, stepOf, twinOf } from '../steps.ts';
import { claimed, namesOf, odd, refusedCase, survived, tabled, valid } from '../tabled.ts';

type Text = (typeof oddTexts)[number];

/** A step with another text for its body. */
function retold(step: CaseStep, text: (sound: string) => string): CaseStep {
  const { body } = step;
  return body && 'text' in body ? { ...step, body: { ...body, text: text(body.text) } } : step;
}

/** Further texts that are no JSON object. */
const furtherTexts: readonly Text[] = [
  { why: 'a comma too many', text: (sound) => sound.replace(/\}\s*$/, ',}') },
  { why: 'a form for JSON', text: () => 'amount=10&currency=USD' },
  { why: 'XML for JSON', text: () => '<payment><amount>10</amount></payment>' },
  { why: 'a number for an object', text: () => '17' },
  { why: 'a text for an object', text: (sound) => JSON.stringify(sound) },
  { why: 'single quotes', text: (sound) => sound.replaceAll('"', "'") },
  { why: 'only white space', text: () => ' \n ' },
];

/** A body that is no JSON object, for each write. */
const malformed: Move = tabled<{ operation: (typeof writes)[number]; text: Text }>({
  name: 'a body that is no JSON object',
  evidences: ['ERR-04a'],
  posts: 1,
  isMisuse: true,
  of: () =>
    writes.flatMap((operation) =>
      [...malformedTexts, ...furtherTexts].map((text) => [`${operation}, ${text.why}`, { operation, text }] as const),
    ),
  make: ({ operation, text }, { known, chance }) => {
    const plan = soundWrite(known, operation, chance);
    if (!plan) return undefined;
    return refusedCase({
      requirement: 'ERR-04a',
      sound: twinOf(plan),
      defect: retold(stepOf(plan), text.text),
      what: text.why,
      how: { keyword: 'syntax' },
    });
  },
});

const huge = /megabyte/;

/** Large texts go to one operation alone. */
const isFor = (operation: string, { why }: Text) => !huge.test(why) || operation.endsWith('/payin');

/** Texts that may be taken, of writes that move no money. */
const oddBodies: Move = tabled<{ operation: (typeof writes)[number]; text: Text }>({
  name: 'an odd body',
  evidences: ['ERR-02a', 'ERR-04b'],
  posts: 1,
  isMisuse: true,
  of: () =>
    harmless.flatMap((operation) =>
      [...oddTexts, ...hostileTexts.filter(({ why }) => !malformedTexts.some((one) => one.why === why))]
        .filter((text) => isFor(operation, text))
        .map((text) => [`${operation}, ${text.why}`, { operation, text }] as const),
    ),
  make: ({ operation, text }, { known, chance }) => {
    const plan = soundWrite(known, operation, chance);
    // Where a text was made in JSON.stringify, a reference still stands in it.
    return plan && survived('ERR-04b', [retold(stepOf(plan), text.text)], text.why);
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
const contentTypes: Move = tabled<{ operation: (typeof writes)[number]; type: string }>({
  name: 'an odd content type',
  evidences: ['ERR-04b'],
  posts: 1,
  isMisuse: true,
  of: () =>
    harmless.flatMap((operation) => types.map((type) => [`${operation}, ${type}`, { operation, type }] as const)),
  make: ({ operation, type }, { known, chance }) => {
    const plan = soundWrite(known, operation, chance);
    const step = plan && stepOf(plan);
    if (!step?.body || !('text' in step.body)) return undefined;
    return survived('ERR-04b', [{ ...step, body: { ...step.body, type } }], type);
  },
});

/** A request of no operation: another method, or another path. */
function bare({ operation: _, ...step }: CaseStep, changed: Partial<CaseStep>): CaseStep {
  return { ...step, ...changed };
}

const methods = ['PUT', 'PATCH', 'DELETE'] as const;

/** What another method gets on a path. */
const otherMethods: Move = tabled<{ path: string; method: string }>({
  name: 'another HTTP method',
  evidences: ['GEN-03'],
  posts: 1,
  isMisuse: true,
  of: (known) => [
    ...readsOf(known).flatMap(({ plan, before }) => {
      const { path } = stepOf(plan);
      const ways = before.length === 0 ? [...methods, 'POST'] : [];
      return ways.map((method) => [`${method} ${plan.operation.split(' ')[1]}`, { path, method }] as const);
    }),
    ...writes.flatMap((operation) =>
      methods.map((method) => [`${method} ${operation.split(' ')[1]}`, { path: operation, method }] as const),
    ),
  ],
  make: ({ path, method }, { known, chance, name }) => {
    const operation = writes.find((one) => one === path);
    const plan = operation === undefined ? undefined : soundWrite(known, operation, chance);
    if (operation !== undefined && !plan) return undefined;
    const step = plan ? stepOf(plan) : stepOf(read.methods());
    const sent = bare(step, { method, ...(plan ? {} : { path }) });
    return claimed([sent], odd(name), [claimOf('GEN-03', 'answersWith', { exchange: '#1', key: name })]);
  },
});

/** The same paths under another version, and paths that are none. */
const otherVersions = [
  '/v1/user/payments/search',
  '/v2/user/payments',
  '/v2/user/methods',
  '/v2/user/wallet/balances',
  '/v2/user/exchange/rates',
  '/v3/user/payments/search',
  '/user/methods',
];

const versions: Move = tabled<string>({
  name: 'another version of a path',
  evidences: ['VER-02'],
  posts: 0,
  isMisuse: true,
  of: () => namesOf(otherVersions),
  make: (path) =>
    claimed([bare(stepOf(read.methods()), { path })], odd('another version'), [
      claimOf('VER-02', 'answersWith', { exchange: '#1', key: path }),
    ]),
});

const documented: Move = tabled<FuzzCase>({
  name: 'the documented version of a path',
  evidences: ['VER-01'],
  posts: 0,
  isMisuse: false,
  of: (known) =>
    readsOf(known).map(({ plan, before }) => {
      const what = plan.operation;
      const steps = [...before, stepOf(plan)];
      const claim = claimOf('VER-01', 'answersJson', { exchange: `#${steps.length}`, what });
      return [what, claimed(steps, valid('a documented path'), [claim])] as const;
    }),
  make: (made) => made,
});

/** Texts in a path that a careless router or store stumbles over; each is escaped as a part of it. */
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

/** Odd texts for every parameter of a path. */
const paths: Move = tabled<{ text: string; plan: (text: string) => ReturnType<typeof read.payment> }>({
  name: 'an odd text in a path',
  evidences: ['ERR-02a'],
  posts: 0,
  isMisuse: true,
  of: () =>
    Object.entries(lookups).flatMap(([what, plan]) =>
      Object.entries(segments).map(([why, text]) => [`${what}, ${why}`, { text, plan }] as const),
    ),
  make: ({ text, plan }, { name }) => survived('ERR-02a', [stepOf(plan(text))], name),
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

/** Paths that nobody has described. */
const nowhere: Move = tabled<string>({
  name: 'a path that is not described',
  evidences: ['ERR-02a'],
  posts: 0,
  isMisuse: true,
  of: () => namesOf(undocumented),
  make: (path) => survived('ERR-02a', [bare(stepOf(read.methods()), { path })], 'a path that is not described'),
});

/** What breaks or strains the protocol beside what is said in it. */
export const protocol: readonly Move[] = [
  malformed,
  oddBodies,
  contentTypes,
  otherMethods,
  documented,
  versions,
  paths,
  nowhere,
];

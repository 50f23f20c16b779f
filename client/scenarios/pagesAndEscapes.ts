import { clientOperations } from '../server/operationTable.ts';
import type { Action, PagesPlan } from '../server/rules.ts';
import { htmlAnswer } from './madeAnswers.ts';
import { sampleCall, sampledOperations } from './sampleCalls.ts';
import type { Known, MakeScenarios, Scenario } from './scenario.ts';

/** Texts that mean something else in a path or a query if they are not escaped. */
const hostile = [
  'a/b',
  'a b',
  'a?b=c',
  'a#b',
  'a%2Fb',
  'a%',
  'a+b',
  'a&b=c',
  `a'b"c`,
  'a;b=c,d',
  'a\\b',
  'x/../../y',
  'Zoë 付款 𝄞',
  '<a>{b}|^`',
];

/** Texts that turn one path into another, if they are not escaped or refused. */
const vanishing = ['', '..'];

/** The paths with values of a caller. */
const pathValues = sampledOperations.flatMap((operation) =>
  [...(clientOperations.get(operation)?.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [operation, name]),
) as [operation: string, name: string][];

const inPath = ([operation, name]: (typeof pathValues)[number], known: Known): Scenario => ({
  requirement: 'CLI-09',
  name: `hostile texts as ${name} of ${operation}`,
  needs: { operations: [operation] },
  rules: [{ action: { do: 'sample' } }],
  steps: [...vanishing, ...hostile].map((text) => {
    const call = sampleCall(operation, known);
    return { ...call, path: { ...call.path, [name]: text } };
  }),
  claims: [{ oracle: 'sendsArguments', args: { parts: ['path'], mayRefuse: true } }],
});

/** Query values of a search, besides those that a caller may write freely. */
const searches: readonly Readonly<Record<string, string | number>>[] = [
  { page: 2, size: 5, sort: 'createdAt,desc' },
  { status: 'PARTIAL_SUCCESS', currency: 'USDT', orderType: 'PAYIN', transactionType: 'CREDIT' },
  ...hostile.map((text) => ({ clientOrderId: text })),
];

const inQuery: Scenario = {
  requirement: 'CLI-09',
  name: 'hostile texts in the query of searchPayments',
  needs: { operations: ['searchPayments'] },
  rules: [{ operation: 'searchPayments', action: { do: 'sample' } }],
  steps: searches.map((query) => ({ do: 'call', operation: 'searchPayments', query })),
  claims: [{ oracle: 'sendsArguments', args: { parts: ['path', 'query'], mayRefuse: true } }],
};

/** Parameters with two values: a range. */
const ranges: Readonly<Record<string, readonly string[]>> = {
  amount: ['0.1', '0.30000000000000004'],
  createdAt: ['2031-05-01T00:00:00Z', '2031-05-07T08:05:09Z'],
};

const inRange = ([name, values]: readonly [string, readonly string[]]): Scenario => ({
  requirement: 'CLI-09',
  name: `a range of ${name} in the query of searchPayments`,
  needs: { operations: ['searchPayments'], features: ['ranges'] },
  rules: [{ operation: 'searchPayments', action: { do: 'sample' } }],
  steps: [{ do: 'call', operation: 'searchPayments', query: { [name]: values } }],
  claims: [{ oracle: 'sendsRange', args: { name } }],
});

/** A search that is sent twice, since the first request is refused for its rate. */
const again: Scenario = {
  requirement: 'CLI-09',
  name: 'a search that is repeated after 429',
  needs: { operations: ['searchPayments'] },
  rules: [
    {
      operation: 'searchPayments',
      to: 1,
      action: { do: 'throttle', throttle: { form: 'seconds', seconds: 0 }, text: '' },
    },
    { operation: 'searchPayments', action: { do: 'sample' } },
  ],
  steps: [{ do: 'call', operation: 'searchPayments', query: { status: 'SUCCESS', currency: 'USDT' } }],
  claims: [{ oracle: 'sendsArguments', args: { parts: ['query'] } }],
};

type Query = Readonly<Record<string, string | number>>;

/** How many payments a drawn list may have more than its least. */
const drawnMost = 37;

function plans({ seed }: Known): Readonly<Record<string, { plan: PagesPlan; asked?: Query }>> {
  const drawn = 41 + (seed % drawnMost);
  return {
    'no payment': { plan: { payments: 0, size: 20 } },
    'one payment': { plan: { payments: 1, size: 20 } },
    'a last page that is full': { plan: { payments: 40, size: 20 } },
    'a last page with one payment': { plan: { payments: 41, size: 20 } },
    'a drawn number of payments': { plan: { payments: drawn, size: 20 } },
    'pages of three': { plan: { payments: 10, size: 20 }, asked: { size: 3 } },
    'a filtered list': { plan: { payments: 25, size: 10 }, asked: { status: 'SUCCESS', sort: 'createdAt,desc' } },
    'an empty last page': { plan: { payments: 40, size: 20, isLastEmpty: true } },
    'a list whose pages have a largest size': { plan: { payments: 50, size: 20, most: 20 }, asked: { size: 100 } },
    'a list that grows at its end': { plan: { payments: 45, size: 20, growth: { at: 'end', by: 30 } } },
    'a list that grows at its beginning': { plan: { payments: 45, size: 20, growth: { at: 'beginning', by: 3 } } },
  };
}

const walked = (name: string, { plan, asked = {} }: { plan: PagesPlan; asked?: Query }): Scenario => ({
  requirement: 'CLI-09',
  name: `all pages of ${name}`,
  needs: { operations: ['searchPayments'], features: ['pages'] },
  rules: [{ operation: 'searchPayments', action: { do: 'pages', pages: plan } }],
  steps: [{ do: 'call', operation: 'searchPayments', query: asked, allPages: true }],
  claims: [{ oracle: 'walksPages', args: plan }],
});

/** What becomes of the second page of a walk and of all later ones. */
const failures: Readonly<Record<string, Action>> = {
  'refused by 500': { do: 'answer', answer: { status: 500, text: '{"message":"internal"}' } },
  'with no answer': { do: 'silence' },
  'cut off': { do: 'cut', afterBytes: 12 },
  'in HTML': { do: 'answer', answer: { ...htmlAnswer, status: 200 } },
  throttled: { do: 'throttle', throttle: { form: 'none', seconds: 1 }, text: '{"message":"too many requests"}' },
};

/** A client waits this long for an answer that does not come. */
const shortTimeoutMs = 300;

function failing(name: string, action: Action): Scenario {
  const [operation, plan] = ['searchPayments', { payments: 50, size: 20, most: 20 }];
  return {
    requirement: 'CLI-09',
    name: `all pages of a list whose later pages are ${name}`,
    needs: { operations: [operation], features: ['pages'] },
    open: { timeoutMs: shortTimeoutMs },
    rules: [
      { operation, from: 2, action },
      { operation, action: { do: 'pages', pages: plan } },
    ],
    steps: [{ do: 'call', operation, query: {}, allPages: true }],
    claims: [{ oracle: 'walksPages', args: { ...plan, mayFail: true } }],
  };
}

/** Values of paths and queries that must be escaped, and pages that must all be walked. */
export const pagesAndEscapes: MakeScenarios = (known) => [
  ...pathValues.map((one) => inPath(one, known)),
  inQuery,
  ...Object.entries(ranges).map(inRange),
  again,
  ...Object.entries(plans(known)).map(([name, plan]) => walked(name, plan)),
  ...Object.entries(failures).map(([name, action]) => failing(name, action)),
];

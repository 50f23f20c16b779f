import { parseExact, toPlain } from '../../../schemas/json/exact.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import { isPlainObject } from '../../../schemas/json/plain.ts';
import type { MockAnswer, MockRequest, MockSteps } from './exchange.ts';

/** A fault: a change of what a mock does. */
type MockFault = { readonly because: string; readonly change: (steps: MockSteps) => MockSteps };

/** The text that a mock with the fault `failsOnOne` cannot handle, anywhere in a request. */
export const fatalText = "'";

/** Known faults for a mock, so that a test can show that they are found. */
export const mockFaults = {
  takesAnything: {
    because: 'accepts requests that violate the contract',
    change: (steps) => ({ ...steps, judge: () => undefined }),
  },
  failsOnOne: {
    because: 'answers 500 to one value',
    change: (steps) => ({ ...steps, judge: (asked) => (holdsFatal(asked) ? crash() : steps.judge(asked)) }),
  },
  wrongBody: {
    because: 'answers a body outside its schema',
    change: (steps) => ({ ...steps, succeed: (asked) => outsideSchema(asked, steps.succeed(asked)) }),
  },
  wrongType: {
    because: 'answers with an undescribed content type',
    change: (steps) => ({ ...steps, succeed: (asked) => ({ ...steps.succeed(asked), type: 'text/x-odd' }) }),
  },
  wrongStatus: {
    because: 'answers with an undescribed status',
    change: (steps) => ({ ...steps, succeed: (asked) => ({ ...steps.succeed(asked), status: 299 }) }),
  },
  wrongHeader: {
    because: 'omits required headers',
    change: (steps) => ({ ...steps, succeed: (asked) => ({ ...steps.succeed(asked), headers: {} }) }),
  },
  oddRefusal: {
    because: 'refuses with an undescribed status',
    change: (steps) => ({ ...steps, judge: (asked) => withStatus(424, steps.judge(asked)) }),
  },
  noAuthentication: {
    because: 'requires no credential',
    change: (steps) => ({ ...steps, authenticate: () => undefined }),
  },
  takesAnyCredential: {
    because: 'accepts any credential',
    change: (steps) => ({
      ...steps,
      authenticate: ({ acceptedCredentials: _, ...asked }) => steps.authenticate(asked),
    }),
  },
  hangs: { because: 'never answers', change: (steps) => ({ ...steps, succeed: () => ({ ends: 'hang' }) }) },
  resets: { because: 'resets the connection', change: (steps) => ({ ...steps, succeed: () => ({ ends: 'reset' }) }) },
  echoesTrace: {
    because: 'echoes a stack trace when it refuses',
    change: (steps) => ({ ...steps, judge: (asked) => traced(asked, steps.judge(asked)) }),
  },
  echoesSecret: {
    because: 'repeats the credential when it refuses',
    change: (steps) => ({ ...steps, judge: (asked) => repeatingCredential(asked, steps.judge(asked)) }),
  },
  leadsAway: {
    because: 'redirects accepted requests to another host',
    change: (steps) => ({
      ...steps,
      succeed: () => ({ status: 307, headers: { location: 'https://elsewhere.example/' } }),
    }),
  },
} as const satisfies Record<string, MockFault>;

/** The name of a known fault. */
export type MockFaultName = keyof typeof mockFaults;

function holdsFatal({ path, query, body }: MockRequest): boolean {
  const sent = [path, query, body].map((text) => text.replaceAll('%27', fatalText));
  return sent.some((text) => text.includes(fatalText));
}

function crash(): MockAnswer {
  return { status: 500, type: 'text/plain', text: 'Internal Server Error' };
}

function traced(asked: MockRequest, answer: MockAnswer | undefined): MockAnswer | undefined {
  if (!answer || 'ends' in answer) return answer;
  const { stack = '' } = new TypeError(`cannot read ${asked.path} of ${asked.body.slice(0, 80)}`);
  return { ...answer, type: 'text/plain', text: stack };
}

function withStatus(status: number, answer: MockAnswer | undefined): MockAnswer | undefined {
  return !answer || 'ends' in answer ? answer : { ...answer, status };
}

function repeatingCredential({ headers, query }: MockRequest, answer: MockAnswer | undefined): MockAnswer | undefined {
  if (!answer || 'ends' in answer) return answer;
  return { ...answer, type: 'text/plain', text: `refused: ${JSON.stringify(headers)} ${query}` };
}

function outsideSchema(asked: MockRequest, answer: MockAnswer): MockAnswer {
  if ('ends' in answer || answer.text === undefined) return answer;
  const { status, type } = answer;
  const isWrong = (value: Plain) =>
    asked.contract.validateAnswer(asked.operation, { status, contentType: type, value }).length > 0;
  const wrong = defectsOf(valueIn(answer.text)).find(isWrong);
  return wrong === undefined ? answer : { ...answer, text: JSON.stringify(wrong) };
}

function valueIn(text: string): Plain {
  const parsed = parseExact(text);
  return 'fault' in parsed ? text : toPlain(parsed.value);
}

// Returns defects: first with one member removed or of another type, then completely different values.
function defectsOf(value: Plain): Plain[] {
  const names = isPlainObject(value) ? Object.keys(value) : [];
  const less = names.map((name) => Object.fromEntries(Object.entries(value ?? {}).filter(([key]) => key !== name)));
  const other = names.map((name) => ({ ...(value as object), [name]: [{ odd: true }] }));
  return [...less, ...other, { odd: true }, [{ odd: true }], 'odd', -1.5, null];
}

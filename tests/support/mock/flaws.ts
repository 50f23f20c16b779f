import { parseExact, toPlain } from '../../../schemas/json/exact.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import { isPlainObject } from '../../../schemas/json/plain.ts';
import type { MockAnswer, MockRequest, MockSteps } from './exchange.ts';

/** A way to be wrong: what a mock does, changed. */
type Flaw = { readonly because: string; readonly change: (steps: MockSteps) => MockSteps };

/** The text that a mock with the flaw `failsOnOne` cannot take, wherever it stands. */
export const fatalText = "'";

/** Known flaws that a mock can be given, so that whoever looks for them can be seen to find them. */
export const mockFaults = {
  takesAnything: {
    because: 'takes what breaks the contract',
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
    because: 'answers with a content type that is not described',
    change: (steps) => ({ ...steps, succeed: (asked) => ({ ...steps.succeed(asked), type: 'text/x-odd' }) }),
  },
  wrongStatus: {
    because: 'answers with a status that is not described',
    change: (steps) => ({ ...steps, succeed: (asked) => ({ ...steps.succeed(asked), status: 299 }) }),
  },
  wrongHeader: {
    because: 'leaves out headers that are always to be there',
    change: (steps) => ({ ...steps, succeed: (asked) => ({ ...steps.succeed(asked), headers: {} }) }),
  },
  oddRefusal: {
    because: 'refuses with a status that is not described',
    change: (steps) => ({ ...steps, judge: (asked) => withStatus(424, steps.judge(asked)) }),
  },
  noAuthentication: {
    because: 'asks for no credential',
    change: (steps) => ({ ...steps, authenticate: () => undefined }),
  },
  takesAnyCredential: {
    because: 'takes any credential for one that it has given',
    change: (steps) => ({
      ...steps,
      authenticate: ({ acceptedCredentials: _, ...asked }) => steps.authenticate(asked),
    }),
  },
  hangs: { because: 'never answers', change: (steps) => ({ ...steps, succeed: () => ({ ends: 'hang' }) }) },
  resets: { because: 'resets the connection', change: (steps) => ({ ...steps, succeed: () => ({ ends: 'reset' }) }) },
  echoesTrace: {
    because: 'echoes a stack trace where it refuses',
    change: (steps) => ({ ...steps, judge: (asked) => traced(asked, steps.judge(asked)) }),
  },
  echoesSecret: {
    because: 'repeats the credential where it refuses',
    change: (steps) => ({ ...steps, judge: (asked) => telling(asked, steps.judge(asked)) }),
  },
  leadsAway: {
    because: 'sends what it would take to another host',
    change: (steps) => ({
      ...steps,
      succeed: () => ({ status: 307, headers: { location: 'https://elsewhere.example/' } }),
    }),
  },
} as const satisfies Record<string, Flaw>;

/** The name of a known flaw. */
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

function telling({ headers, query }: MockRequest, answer: MockAnswer | undefined): MockAnswer | undefined {
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

// One member less or of another type, before something else altogether.
function defectsOf(value: Plain): Plain[] {
  const names = isPlainObject(value) ? Object.keys(value) : [];
  const less = names.map((name) => Object.fromEntries(Object.entries(value ?? {}).filter(([key]) => key !== name)));
  const other = names.map((name) => ({ ...(value as object), [name]: [{ odd: true }] }));
  return [...less, ...other, { odd: true }, [{ odd: true }], 'odd', -1.5, null];
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Contract } from '../../../schemas/load/contract.ts';
import { authenticate } from './authentication.ts';
import { type DescribeAnswer, describeBy } from './describing.ts';
import { drawWithSeed } from './drawing.ts';
import type { MockAnswer, MockRequest, MockSteps, Refusal } from './exchange.ts';
import { type MockFaultName, mockFaults } from './flaws.ts';
import { judgeRequest } from './judging.ts';

/** A server that follows a contract, except for its faults; `served` counts requests by operation and status. */
export type Mock = {
  readonly url: string;
  readonly served: ReadonlyMap<string, number>;
  close(): Promise<void>;
};

/** Options of a mock: the seed of its answer values, the accepted credentials, and its faults, for all operations or for those named by key. */
export type MockOptions = {
  readonly seed?: number;
  /** The accepted credentials; any by default. */
  readonly acceptedCredentials?: readonly string[];
  readonly faults?: Partial<Readonly<Record<MockFaultName, true | readonly string[]>>>;
};

/** Opens a mock of any contract on a free loopback port. */
export async function openMock(
  contract: Contract,
  { seed = 1, faults: wanted = {}, acceptedCredentials }: MockOptions = {},
): Promise<Mock> {
  const served = new Map<string, number>();
  const conforming = conformingSteps(describeBy(drawWithSeed(seed)));
  const answer = (asked: MockRequest) => {
    const { authenticate, judge, succeed } = flawed(conforming, wanted, asked.operation.key);
    return authenticate(asked) ?? judge(asked) ?? succeed(asked);
  };
  const server = createServer(async (request, response) => {
    const read = askedOf(contract, request, await textOf(request));
    const asked = 'status' in read || !acceptedCredentials ? read : { ...read, acceptedCredentials };
    const given = 'status' in asked ? asked : answer(asked);
    const key = `${'status' in asked ? 'none' : asked.operation.key} ${'ends' in given ? given.ends : given.status}`;
    served.set(key, (served.get(key) ?? 0) + 1);
    send(given, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${port}`, served, close };
}

function conformingSteps(describe: DescribeAnswer): MockSteps {
  const refuse = refuseBy(describe);
  const refused = (asked: MockRequest, refusal: Refusal | undefined) => refusal && refuse(asked, refusal);
  return {
    authenticate: (asked) => refused(asked, authenticate(asked)),
    judge: (asked) => refused(asked, judgeRequest(asked)),
    succeed: succeedBy(describe),
  };
}

/** Turns a refusal into an answer that the contract describes: with the first described status of the refusal, and a body for it. */
function refuseBy(describe: DescribeAnswer): (asked: MockRequest, refusal: Refusal) => MockAnswer {
  return (asked, { statuses, problems }) => {
    const status = statusOf(asked, statuses);
    const { isDrawn, ...answer } = describe(asked, status);
    const problemHeader = {
      'x-wrong': JSON.stringify(problems)
        .replace(/[^ -~]/g, '?')
        .slice(0, 1000),
    };
    const headers = { ...answer.headers, ...problemHeader };
    if (isDrawn && answer.text !== undefined) return { ...answer, headers };
    return { status, headers, type: 'application/json', text: JSON.stringify({ wrong: problems }) };
  };
}

// If no status of the refusal is described, another described refusal is used, if possible one without a meaning of its own. A refusal with only one status
// keeps it.
function statusOf({ operation: { responses } }: MockRequest, statuses: readonly number[]): number {
  const [first = 400] = statuses;
  const codes = Object.keys(responses);
  const described = statuses.find((status) => codes.includes(String(status)));
  const isSaid = statuses.length === 1 || codes.some((code) => /^(?:4xx|default)$/i.test(code));
  if (described !== undefined || isSaid) return described ?? first;
  const others = codes.filter((code) => /^4\d\d$/.test(code)).map(Number);
  return others.find((code) => ![401, 403, 404].includes(code)) ?? others[0] ?? first;
}

/** Answers with the first success status of the contract. */
function succeedBy(describe: DescribeAnswer): (asked: MockRequest) => MockAnswer {
  return (asked) => {
    const answer = describe(asked, successOf(asked));
    if (answer.isDrawn) return answer;
    return { status: 501, type: 'text/plain', text: `no value of ${asked.operation.key} could be drawn` };
  };
}

function successOf({ operation: { responses } }: MockRequest): number {
  const [code = '200'] = Object.keys(responses)
    .filter((each) => /^2(?:\d\d|XX)$/i.test(each))
    .sort();
  return Number(code.replace(/XX/i, '00'));
}

function flawed(conforming: MockSteps, wanted: NonNullable<MockOptions['faults']>, key: string): MockSteps {
  const names = (Object.keys(mockFaults) as MockFaultName[]).filter((name) => {
    const where = wanted[name];
    return where === true || where?.includes(key);
  });
  return names.reduce<MockSteps>((steps, name) => mockFaults[name].change(steps), conforming);
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];

function askedOf(contract: Contract, request: IncomingMessage, body: string): MockRequest | { status: number } {
  const { url = '/', method = 'GET', headers } = request;
  const [path = '', ...rest] = url.split('?');
  const operation = contract.operationOf(method, path);
  if (!operation) return { status: methods.some((other) => contract.operationOf(other, path)) ? 405 : 404 };
  const texts = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]);
  return { contract, operation, method, path, query: rest.join('?'), headers: Object.fromEntries(texts), body };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function send(answer: MockAnswer, response: ServerResponse): void {
  if ('ends' in answer) {
    // A hanging request ends when the mock is closed.
    if (answer.ends === 'reset') response.socket?.resetAndDestroy();
    return;
  }
  const type = answer.type === undefined ? {} : { 'content-type': answer.type };
  response.writeHead(answer.status, { ...answer.headers, ...type });
  response.end(answer.text);
}

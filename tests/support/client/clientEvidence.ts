import { clientOracles } from '../../../client/oracles/registry.ts';
import type { AuthenticationFacts, ClientLine, RequestLine } from '../../../client/record/clientLines.ts';
import { ClientRecord } from '../../../client/record/clientRecord.ts';
import type { OracleResult } from '../../../oracles/core/result.ts';

/** The name of the scenario of all evidence that tests make. */
const scenario = 'CLI-00 made for a test';

/** The facts of a request that is signed rightly. */
export const rightlySigned: AuthenticationFacts = {
  schemes: ['signed'],
  isTokenRight: true,
  signature: { isValid: true, form: 'hex' },
  salts: ['0'.repeat(64)],
  secretIn: [],
};

let made = 0;

/** Makes a request line; its number and time count up. */
export function requestLine(more: Partial<RequestLine> = {}): RequestLine {
  made += 1;
  return {
    kind: 'request',
    id: `r${made}`,
    scenario,
    call: 'c1',
    listener: 'service',
    method: 'GET',
    path: '/v1/user/methods',
    headers: [],
    body: { text: '', bytes: 0, sha256: '' },
    facts: rightlySigned,
    atMs: made * 1_000,
    answeredMs: made * 1_000 + 1,
    answer: { status: 200, bytes: 0, text: '' },
    ...more,
  };
}

/** Makes the line of a call: c1, c2 and so on in the order of `at`. */
export const callLine = (request: object, answer: object, at = 0): ClientLine => ({
  kind: 'call',
  id: `c${at + 1}`,
  scenario,
  at,
  request: JSON.stringify(request),
  answer: JSON.stringify({ id: at + 1, ...answer }),
  tookMs: 5,
});

/** Judges made-up lines by an oracle, as a stored journal is judged. */
export function judgedBy(oracle: string, lines: readonly ClientLine[], args?: unknown): OracleResult {
  const known = clientOracles[oracle];
  if (!known) throw new Error(`no oracle is called ${oracle}`);
  return known(new ClientRecord(lines).scenario(scenario), args as never);
}

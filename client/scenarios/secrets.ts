import type { TesteeScheme } from '../protocol/messages.ts';
import type { Listener } from '../record/clientLines.ts';
import type { Action } from '../server/rules.ts';
import { sampleCall } from './sampleCalls.ts';
import type { Known, MakeScenarios, Scenario } from './scenario.ts';

const statuses = [301, 302, 303, 307, 308];

type Elsewhere = 'elsewhere' | 'another port';

function redirected(
  scheme: TesteeScheme,
  { operation, to }: { operation: string; to: Elsewhere },
  known: Known,
): Scenario {
  return {
    requirement: 'CLI-08',
    name: `${operation} by the ${scheme} scheme, redirected to ${to === 'elsewhere' ? 'another host' : to}`,
    needs: { operations: [operation], scheme },
    open: { scheme },
    rules: statuses.map((status, at) => ({
      operation,
      from: at + 1,
      to: at + 1,
      action: { do: 'redirect', status, to },
    })),
    steps: statuses.map(() => sampleCall(operation, known)),
    claims: [{ oracle: 'keepsSecretAtHome' }],
  };
}

/** Failures that a client may write into its log, with the headers of the request: only the simple scheme sends the secret itself. */
const failures: Readonly<Record<string, Action>> = {
  'no answer': { do: 'silence' },
  'a connection that ends': { do: 'reset' },
  'an answer that is cut': { do: 'cut', afterBytes: 12 },
  'a refusal': { do: 'answer', answer: { status: 401, headers: { 'content-type': 'application/json' }, text: '{}' } },
  'a failure of the service': { do: 'answer', answer: { status: 500, headers: {}, text: '' } },
  'an answer that is no JSON': { do: 'answer', answer: { status: 200, headers: {}, text: '<html>' } },
};

/** A client waits this long for an answer that does not come. */
const shortTimeoutMs = 300;

const failing = (scheme: TesteeScheme, operation: string, known: Known): Scenario[] =>
  Object.entries(failures).map(([name, action]) => ({
    requirement: 'CLI-08',
    name: `${operation} by the ${scheme} scheme, with ${name}`,
    needs: { operations: [operation], scheme },
    open: { scheme, timeoutMs: shortTimeoutMs },
    rules: [{ operation, action }],
    steps: [sampleCall(operation, known)],
    claims: [{ oracle: 'isPlayed' }],
  }));

/** Servers to which a client must not speak. */
const strangers: Readonly<Partial<Record<Listener, string>>> = {
  untrusted: 'a certificate of an unknown authority',
  'other name': 'a certificate for another name',
  expired: 'a certificate that has expired',
};

const operation = 'listExchangeRates';

const overTls = (name: string, listener: Listener, known: Known): Scenario => ({
  requirement: 'CLI-08',
  name,
  needs: { operations: [operation], features: ['tls'] },
  open: { listener, trustsOurs: true },
  rules: [{ operation, action: { do: 'sample' } }],
  steps: [sampleCall(operation, known)],
  claims: [{ oracle: listener === 'trusted' ? 'handsOver' : 'refusesServer' }],
});

/** Redirects to another host, failures in each scheme, and servers that only look like the right one. */
export const secretScenarios: MakeScenarios = (known) => [
  ...(['simple', 'signed'] as const).flatMap((scheme) =>
    ['getPayment', 'createPayin'].flatMap((one) =>
      (['elsewhere', 'another port'] as const).map((to) => redirected(scheme, { operation: one, to }, known)),
    ),
  ),
  ...(['simple', 'signed'] as const).flatMap((scheme) =>
    ['getPayment', 'createPayin'].flatMap((one) => failing(scheme, one, known)),
  ),
  overTls('a certificate that the client trusts', 'trusted', known),
  ...(Object.entries(strangers) as [Listener, string][]).map(([listener, name]) => overTls(name, listener, known)),
];

import type { TesteeScheme } from '../protocol/messages.ts';
import type { Listener } from '../record/clientLines.ts';
import type { Action } from '../server/rules.ts';
import { mainOperations, sampleCall } from './sampleCalls.ts';
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

/** A read, a creation that answers a record, and one that answers a plain text. */
const overTlsToo = ['listExchangeRates', 'createPayin', 'createPayout'];

const strange = (operation: string, { name, listener }: { name: string; listener: Listener }, known: Known) => ({
  requirement: 'CLI-08',
  name: `${operation} before ${name}`,
  rules: [{ operation, action: { do: 'sample' as const } }],
  steps: [sampleCall(operation, known)],
  open: { listener },
  claims: [{ oracle: 'refusesServer' }],
});

function overTls(operation: string, known: Known): Scenario[] {
  const needs: Scenario['needs'] = { operations: [operation], features: ['tls'] };
  return [
    {
      ...strange(operation, { name: 'a certificate that the client trusts', listener: 'trusted' }, known),
      needs,
      open: { listener: 'trusted', trustsOurs: true },
      claims: [{ oracle: operation === 'createPayout' ? 'handsOverText' : 'handsOver' }],
    },
    ...(Object.entries(strangers) as [Listener, string][]).map(
      ([listener, name]): Scenario => ({
        ...strange(operation, { name, listener }, known),
        needs,
        open: { listener, trustsOurs: true },
      }),
    ),
    // Also an SDK that takes no file of authorities trusts those of the system alone.
    {
      ...strange(operation, { name: 'a certificate that the system does not know', listener: 'untrusted' }, known),
      needs: { operations: [operation] },
    },
  ];
}

/** Redirects that leave TLS on the own host: the secret would travel in the clear. */
const leavesTls = (operation: string, known: Known): Scenario => ({
  ...redirected('simple', { operation, to: 'another port' }, known),
  name: `${operation} by the simple scheme, redirected from https to http`,
  needs: { operations: [operation], features: ['tls'], scheme: 'simple' },
  open: { scheme: 'simple', listener: 'trusted', trustsOurs: true },
});

/** Redirects to another host, failures in each scheme, and servers that only look like the right one. */
export const secretScenarios: MakeScenarios = (known) => [
  ...(['simple', 'signed'] as const).flatMap((scheme) =>
    mainOperations.flatMap((one) =>
      (['elsewhere', 'another port'] as const).map((to) => redirected(scheme, { operation: one, to }, known)),
    ),
  ),
  ...(['simple', 'signed'] as const).flatMap((scheme) =>
    ['getPayment', 'createPayin'].flatMap((one) => failing(scheme, one, known)),
  ),
  ...overTlsToo.flatMap((operation) => overTls(operation, known)),
  ...['getPayment', 'createPayin'].map((operation) => leavesTls(operation, known)),
];

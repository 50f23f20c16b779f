import type { TesteeScheme } from '../protocol/messages.ts';
import type { Listener } from '../record/clientLines.ts';
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

/** Redirects to another host, and servers that only look like the right one. */
export const secretScenarios: MakeScenarios = (known) => [
  ...(['simple', 'signed'] as const).flatMap((scheme) =>
    ['getPayment', 'createPayin'].flatMap((one) =>
      (['elsewhere', 'another port'] as const).map((to) => redirected(scheme, { operation: one, to }, known)),
    ),
  ),
  overTls('a certificate that the client trusts', 'trusted', known),
  ...(Object.entries(strangers) as [Listener, string][]).map(([listener, name]) => overTls(name, listener, known)),
];

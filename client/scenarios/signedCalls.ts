import { sampleCall, sampledOperations } from './sampleCalls.ts';
import type { MakeScenarios, Scenario } from './scenario.ts';

/** How often the same GET is called: salts must not depend on what is signed. */
const sameCalls = 6;

/** Texts whose bytes differ between careless readers: a client must sign the bytes that it sends. */
const comments = [
  'plain',
  'A story. '.repeat(900),
  'Zoë Łódź 付款 𝄞',
  '"quoted" \\ / \u2028 <&>',
  'two  spaces and a tab\t',
];

/** Calls of every operation, whose signatures and salts are judged with all other requests. */
export const signedCalls: MakeScenarios = (known) => [
  ...sampledOperations.map(
    (operation): Scenario => ({
      requirement: 'CLI-01',
      name: `a signed ${operation}`,
      needs: { operations: [operation] },
      steps: [sampleCall(operation, known)],
      claims: [{ oracle: 'sendsArguments', args: { parts: ['path', 'body'] } }],
    }),
  ),
  {
    requirement: 'CLI-01',
    name: 'texts beyond ASCII in a signed body',
    needs: { operations: ['createPayin'] },
    steps: comments.map((comment) => {
      const call = sampleCall('createPayin', known);
      return { ...call, body: { ...call.body, comment } };
    }),
    claims: [{ oracle: 'sendsArguments', args: { parts: ['body'] } }],
  },
  ...[false, true].map(
    (restarts): Scenario => ({
      requirement: 'CLI-01',
      name: `the same GET ${sameCalls} times${restarts ? ' after a restart' : ''}`,
      needs: { operations: ['listExchangeRates'] },
      ...(restarts && { restarts }),
      steps: Array.from({ length: sameCalls }, () => sampleCall('listExchangeRates', known)),
      claims: [{ oracle: 'sendsArguments', args: { parts: ['path'] } }],
    }),
  ),
];

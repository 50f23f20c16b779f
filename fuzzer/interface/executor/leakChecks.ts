import type { Contribution } from '../../../judge/assertionLog.ts';
import { toResult } from '../../../oracles/core/result.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import type { Target } from '../../../traffic/target/target.ts';
import { foreignRedirectFault, leakedSecretFault } from '../../engine/judgement/leakFaults.ts';
import type { everyAnswerRequirements } from './requirements.ts';

/** Checks what every answer of a target must fulfil, whatever the request: the answer shows no secret of an account, and does not redirect to another host. */
export function leakResults(
  { exchanges }: Pick<RunRecord, 'exchanges'>,
  { baseUrl, credentials }: Pick<Target, 'baseUrl' | 'credentials'>,
): Contribution[] {
  const secrets = credentials.map(({ label }) => `secret of ${label}`);
  const rules: Readonly<Record<(typeof everyAnswerRequirements)[number], (exchange: Exchange) => Fault | undefined>> = {
    'ANY-09': (exchange) => leakedSecretFault(exchange, secrets),
    'ANY-10': (exchange) => foreignRedirectFault(exchange, baseUrl),
  };
  const ids = exchanges.map(({ id }) => id);
  return Object.entries(rules).map(([id, rule]) => ({
    id,
    ruling: toResult(
      ids,
      exchanges.flatMap((exchange) => rule(exchange) ?? []),
    ),
  }));
}

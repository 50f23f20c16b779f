import type { Exchange } from '../../harness/exchange.ts';
import type { Fault } from '../../harness/fault.ts';
import type { Contribution } from '../../harness/ledger.ts';
import { ruling } from '../../harness/oracles/ruling.ts';
import type { RunRecord } from '../../harness/record.ts';
import type { Target } from '../../harness/target.ts';
import { leadsAway, shownSecret } from '../any/leaks.ts';
import type { ofEveryAnswer } from './requirements.ts';

/** What every answer of a target owes, whatever was asked: it shows no secret of an account, and leads to no other host. */
export function leaksIn(
  { exchanges }: Pick<RunRecord, 'exchanges'>,
  { baseUrl, credentials }: Pick<Target, 'baseUrl' | 'credentials'>,
): Contribution[] {
  const secrets = credentials.map(({ label }) => `secret of ${label}`);
  const rules: Readonly<Record<(typeof ofEveryAnswer)[number], (exchange: Exchange) => Fault | undefined>> = {
    'ANY-09': (exchange) => shownSecret(exchange, secrets),
    'ANY-10': (exchange) => leadsAway(exchange, baseUrl),
  };
  const ids = exchanges.map(({ id }) => id);
  return Object.entries(rules).map(([id, rule]) => ({
    id,
    ruling: ruling(
      ids,
      exchanges.flatMap((exchange) => rule(exchange) ?? []),
    ),
  }));
}

import type { RunRecord } from '../traffic/journal/runRecord.ts';
import type { Fault } from '../traffic/outcome/fault.ts';
import { acquiringOracles } from './acquiring/index.ts';
import { authOracles } from './auth/index.ts';
import { balanceOracles } from './balances/index.ts';
import type { Oracle, Oracles } from './core/oracle.ts';
import { faultResult, type OracleResult, toResult } from './core/result.ts';
import { exchangeOracles } from './exchange/index.ts';
import { generalOracles } from './general/index.ts';
import { limitOracles } from './limits/index.ts';
import { pageOracles } from './pages/index.ts';
import { settledOracles } from './pages/settled/index.ts';
import { widgetOracles } from './pages/widget/index.ts';
import { paymentOracles } from './payments/index.ts';
import { searchOracles } from './search/index.ts';
import { webhookOracles } from './webhooks/index.ts';

/** The oracles that a test may name in an assertion. Each section's folder declares its own. */
export const oracles = {
  ...generalOracles,
  ...authOracles,
  ...paymentOracles,
  ...webhookOracles,
  ...balanceOracles,
  ...exchangeOracles,
  ...limitOracles,
  ...acquiringOracles,
  ...searchOracles,
  ...pageOracles,
  ...settledOracles,
  ...widgetOracles,
  lacks: { rule: (_record: RunRecord, { fault }: { fault: Fault }): OracleResult => faultResult(fault) },
} satisfies Oracles;

/** The name of an oracle. */
export type OracleName = keyof typeof oracles;

/** The type of the arguments of an oracle. */
export type OracleArgs<Name extends OracleName> = Parameters<(typeof oracles)[Name]['rule']>[1];

/** True if what is absent from a record may decide an assertion: only the record of the account that it is about shows that. */
export const dependsOnAbsence = (name: OracleName): boolean =>
  (oracles[name] as Oracle<unknown>).whenAbsent !== undefined;

/** Returns the result of an oracle for an assertion. Throws if the arguments are not readable or name an exchange that no longer exists. */
export function runOracle(record: RunRecord, name: string, args: unknown): OracleResult {
  if (!Object.hasOwn(oracles, name))
    throw new Error(`unknown oracle in an assertion: ${name}; name one that a section of oracles/ declares`);
  const { rule, whenAbsent } = oracles[name as OracleName] as Oracle<unknown>;
  const result = rule(record, args);
  const absent = typeof whenAbsent === 'function' ? whenAbsent(args) : whenAbsent;
  return !record.live && absent === result.state && record.lost ? faultResult(record.lost) : result;
}

/** Returns the result of one assertion. Arguments that an oracle cannot read are a fault of the suite, never of the target. */
export function judgeAssertion(record: RunRecord, name: string, args: unknown): OracleResult {
  try {
    return runOracle(record, name, args);
  } catch (error) {
    // If the journal lost lines, an assertion may name a lost exchange.
    if (!record.live && record.hasFinalReads && record.lost) return faultResult(record.lost);
    return toResult([], [{ code: 'suiteError', message: `${name}: ${(error as Error).message}`, exchanges: [] }]);
  }
}

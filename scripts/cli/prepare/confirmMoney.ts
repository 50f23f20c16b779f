import { createInterface } from 'node:readline';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import { decide } from '../../../traffic/system/environment.ts';
import { hostOf } from '../../../traffic/system/webAddress.ts';
import { type MoneyTarget, moneyProblem, type Naming } from '../../../traffic/target/moneyPermission.ts';
import { type Terminal, terminal } from '../process/terminal.ts';

/** How the host was named, and the plan that the operator reads before the question. */
export type MoneyRequest = Naming & { plan?: string };

async function isYes({ answers, questions }: Terminal, host: string, plan: string | undefined): Promise<boolean> {
  if (plan !== undefined) questions.write(`${plan}\n`);
  questions.write(`This moves money at ${host}. Go on? [yes/no]: `);
  const reader = createInterface({ input: answers, terminal: false });
  try {
    const { done, value } = await reader[Symbol.asyncIterator]().next();
    return !done && /^y(?:es)?$/i.test(String(value).trim());
  } finally {
    reader.close();
  }
}

/** True if the operator can be asked whether money may be moved: on a terminal, and not for production. */
const mayAskAbout = ({ kind }: MoneyTarget, { named }: Naming, io: Terminal) =>
  io.isTerminal && named === undefined && kind !== 'production';

/** Refuses to move money where nobody can be asked, before other checks are made that take long. Throws ConfigurationError. */
export function refuseUnnamedMoney(target: MoneyTarget, naming: Naming, io: Terminal = terminal): void {
  const problem = mayAskAbout(target, naming, io) ? undefined : moneyProblem(target, naming);
  if (problem) throw new ConfigurationError('the target', [problem]);
}

/**
 * Makes sure that money may be moved at a target before anything is sent. Either the user named its host, or the operator says yes on a terminal; for
 * production, only the named host counts. Throws ConfigurationError.
 */
export async function confirmMoney(
  target: MoneyTarget,
  { plan, ...naming }: MoneyRequest,
  io: Terminal = terminal,
): Promise<void> {
  const problem = moneyProblem(target, naming);
  const host = hostOf(target.baseUrl);
  if (problem && !(mayAskAbout(target, naming, io) && (await isYes(io, host, plan))))
    throw new ConfigurationError('the target', [problem]);
  decide('ASSAY_MONEY', host);
}

import { ContractError } from '../../schemas/document/problem.ts';
import { ConfigurationError, type Problem } from '../../traffic/system/configurationError.ts';
import { hostOf, isAddress, webAddress } from '../../traffic/system/webAddress.ts';
import { textAt } from '../../traffic/target/file/filePlace.ts';
import { currentOverrides } from '../../traffic/target/file/overrides.ts';
import { readDraft } from '../../traffic/target/file/readTargetFile.ts';
import { moneyProblem } from '../../traffic/target/moneyPermission.ts';
import { readTarget, type Target } from '../../traffic/target/target.ts';
import { targetContract } from '../../traffic/target/targetContract.ts';
import { exchange, openWire } from '../../traffic/transport/wire.ts';
import { readBaselineValues } from '../baseline/baselineValues.ts';
import { readStoredExperiments } from '../webhooks/experiments/experimentsFile.ts';
import type { Check } from './check.ts';

function checkOf({ where, line, wanted, seen, hint }: Problem, source: string): Check {
  // A problem of the whole file has no other name.
  const name = where === '/' ? source : where;
  return {
    thing: line === undefined ? name : `${name} (line ${line})`,
    state: 'wrong',
    says: `expected ${wanted}, got ${seen}`,
    todo: hint,
    stops: 'correct',
  };
}

/** Returns the problems that an error reports, each as a check; those of a whole file name it. Rethrows any other error. */
export function checksOfError(error: unknown, source = 'target file'): Check[] {
  if (error instanceof ConfigurationError) return error.problems.map((problem) => checkOf(problem, source));
  if (!(error instanceof ContractError)) throw error;
  const todo = 'Correct the document that contract names, or remove contract.';
  return [{ thing: 'contract', state: 'wrong', says: error.message.split('\n', 3).join(' '), todo, stops: 'correct' }];
}

/** The time limit for the one request to the address of a target file that cannot be used, ms. */
const knockMs = 5_000;

/** Returns the base address of a target file that cannot be used as a whole; undefined if it has none. */
function addressIn(source: string): string | undefined {
  try {
    const address = isAddress(source) ? source : textAt(readDraft(source, currentOverrides()).value, ['baseUrl']);
    return address !== undefined && webAddress(address) ? address : undefined;
  } catch {
    return undefined;
  }
}

/** Asks the address of a target file with problems, without a credential: whether somebody is there can be said all the same. */
async function knock(source: string): Promise<Check[]> {
  const url = addressIn(source);
  if (url === undefined) return [];
  const wire = openWire();
  const answer = await exchange(wire, { url, method: 'GET', headers: [], deadlineMs: knockMs }).finally(() =>
    wire.destroy(),
  );
  const place = hostOf(url);
  if ('status' in answer)
    return [
      { thing: 'baseUrl', state: 'not checked', says: `${place} answers (${answer.status}); the file comes first` },
    ];
  const todo = 'Check that it is running, and the host, port and scheme of baseUrl.';
  const { code, message } = answer.failure;
  return [
    {
      thing: 'baseUrl',
      state: 'wrong',
      says: `${place} gives no answer: ${code} (${message})`,
      todo,
      stops: 'unreachable',
    },
  ];
}

/** Returns the problems of the files that a run reads beside the target file, and of the contract. */
async function furtherProblems(target: Target): Promise<Check[]> {
  const readers = [
    async () => void (target.contract !== undefined && (await targetContract(target.contract))),
    async () => void readBaselineValues(target.baselineFile),
    async () => void readStoredExperiments(target.experimentsFile),
  ];
  const found = readers.map((read) => read().then(() => [], checksOfError));
  return (await Promise.all(found)).flat();
}

function moneyCheck(target: Target): Check {
  const problem = moneyProblem(target, { named: undefined });
  const host = hostOf(target.baseUrl);
  if (!problem) return { thing: 'allowMoney', state: 'ok', says: `runs may create payments at ${host}` };
  const says = `a run needs permission to create payments at ${host}`;
  if (target.kind === 'production')
    return { thing: 'allowMoney', state: 'missing', says, todo: `Give each run --allow-money ${host}.` };
  const add = `allowMoney: ${host.startsWith('[') ? JSON.stringify(host) : host}`;
  return { thing: 'allowMoney', state: 'missing', says, todo: problem.hint, add, stops: 'correct' };
}

/** Reads a target file, and returns its target if it can be used, with a check for each problem of the file and of what it names. */
export async function checkFile(source: string): Promise<{ target?: Target; checks: Check[] }> {
  try {
    const target = readTarget(source);
    const problems = await furtherProblems(target);
    const fine: Check = { thing: 'target file', state: 'ok', says: `${target.facts.name}, kind ${target.kind}` };
    return { target, checks: [...(problems.length > 0 ? problems : [fine]), moneyCheck(target)] };
  } catch (error) {
    return { checks: [...checksOfError(error, source), ...(await knock(source))] };
  }
}

import { type Credentials, credentialsFor } from '../fuzzer/any/security.ts';
import { holdAll } from '../harness/quota/holdAll.ts';
import { variable } from '../harness/targets/environment.ts';
import { ConfigurationError, type Problem } from '../harness/targets/problem.ts';
import { type Contract, ContractError } from '../schemas/contract.ts';
import { type AnyOptions, type AnyRequest, contractAt, readOptions } from './anyOptions.ts';

/** What a campaign needs, all of it checked. */
export interface ReadyAny {
  request: AnyRequest;
  contract: Contract;
  credentials: Credentials;
}

/** Reads all that was given, to the command of a title. Throws ConfigurationError with all its problems at once, ContractError for what is no contract at all. */
export async function readyAny(options: AnyOptions, title = 'assay fuzz'): Promise<ReadyAny> {
  const { problems, request } = readOptions(options);
  const read = contractAndCredentials(options);
  if (problems.length === 0) return { request, ...(await read) };
  const more = await read.then(() => [], problemsOf);
  throw new ConfigurationError(title, [...problems, ...more]);
}

/** Holds the accounts of the credentials for one run: two at once would disturb each other. Gives the way to release them. Throws ConfigurationError. */
export const heldFor = ({ request: { baseUrl }, credentials: { secrets } }: ReadyAny, run: string): (() => void) =>
  holdAll({ baseUrl, tokens: secrets.map(({ value }) => value), run });

async function contractAndCredentials({ contract: named, auth = [] }: AnyOptions) {
  const contract = await contractAt(named);
  return { contract, credentials: credentialsFor(contract, auth, variable) };
}

/** What is wrong with what was given, beside other problems. */
function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof ConfigurationError) return error.problems;
  if (!(error instanceof ContractError)) throw error;
  const { pointer = '', wanted = '', seen = '', hint = '' } = error.problems[0] ?? {};
  return [{ where: `--contract #${pointer}`, wanted, seen, hint }];
}

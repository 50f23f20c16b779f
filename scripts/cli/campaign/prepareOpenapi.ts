import { type Credentials, credentialsFor } from '../../../fuzzer/openapi/credentials/credentials.ts';
import { type Contract, ContractError } from '../../../schemas/load/contract.ts';
import { lockEachAccount } from '../../../traffic/rate/lock/accountLocks.ts';
import { ConfigurationError, type Problem } from '../../../traffic/system/configurationError.ts';
import { variable } from '../../../traffic/system/environment.ts';
import { contractAt, type OpenApiOptions, type OpenApiRequest, readOpenApiOptions } from './openapiOptions.ts';

/** The checked input of a campaign. */
export interface PreparedOpenApi {
  request: OpenApiRequest;
  contract: Contract;
  credentials: Credentials;
}

/**
 * Reads and checks all input; `title` names the command in errors. Throws ConfigurationError with all problems at once, ContractError for a file that is no
 * contract.
 */
export async function prepareOpenApi(options: OpenApiOptions, title = 'assay fuzz'): Promise<PreparedOpenApi> {
  const { problems, request } = readOpenApiOptions(options);
  const read = contractAndCredentials(options);
  if (problems.length === 0) return { request, ...(await read) };
  const more = await read.then(() => [], problemsOf);
  throw new ConfigurationError(title, [...problems, ...more]);
}

/**
 * Locks the accounts of the credentials for one run, since two runs would disturb each other. Returns a function that releases them. Throws ConfigurationError.
 */
export const lockAccounts = (
  { request: { baseUrl }, credentials: { secrets } }: PreparedOpenApi,
  run: string,
): (() => void) => lockEachAccount({ baseUrl, tokens: secrets.map(({ value }) => value), run });

async function contractAndCredentials({ contract: named, auth = [] }: OpenApiOptions) {
  const contract = await contractAt(named);
  return { contract, credentials: credentialsFor(contract, auth, variable) };
}

/** Returns the problems of an error, so that they can be reported together with other problems. */
function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof ConfigurationError) return error.problems;
  if (!(error instanceof ContractError)) throw error;
  const { pointer = '', wanted = '', seen = '', hint = '' } = error.problems[0] ?? {};
  return [{ where: `--contract #${pointer}`, wanted, seen, hint }];
}

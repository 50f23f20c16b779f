import { existsSync } from 'node:fs';
import { postsOf } from '../../../fuzzer/engine/budget/requestMeter.ts';
import type { ApiSource, Finding } from '../../../fuzzer/engine/findings/finding.ts';
import { openApiTitle } from '../../../fuzzer/engine/judgement/openApiRequirements.ts';
import { isValidByContract } from '../../../fuzzer/openapi/cases/caseValidity.ts';
import { safeMethods } from '../../../fuzzer/openapi/cases/controlRequests.ts';
import { OpenApiFindingTrials } from '../../../fuzzer/openapi/executor/findingTrials.ts';
import { openSession } from '../../../fuzzer/openapi/executor/session.ts';
import { Journal } from '../../../traffic/journal/journal.ts';
import { decideRun, runFilesOf } from '../../../traffic/journal/run.ts';
import { ConfigurationError, type Problem } from '../../../traffic/system/configurationError.ts';
import { isAddress } from '../../../traffic/system/webAddress.ts';
import { moneyProblem } from '../../../traffic/target/moneyPermission.ts';
import { confirmMoney } from '../prepare/confirmMoney.ts';
import { prepareOutput } from '../prepare/prepareTarget.ts';
import { say } from '../process/say.ts';
import { type OpenApiOptions, openApiTarget } from './openapiOptions.ts';
import { contractFrom } from './openapiPaths.ts';
import { lockAccounts, type PreparedOpenApi, prepareOpenApi } from './prepareOpenapi.ts';
import type { ResendOptions, ResendSession, StoredFinding } from './resendFinding.ts';

/** Options that replace what the finding says about where and how it is sent. */
export type OpenApiReplayOptions = Partial<OpenApiOptions> & ResendOptions;

const title = 'assay replay';

const refuse = (problem: Problem): never => {
  throw new ConfigurationError(title, [problem]);
};

const shortOf = (fingerprint: string) => fingerprint.slice(0, 12);

/**
 * Returns the contract for a finding: the contract that the user names, otherwise the finding's own. Throws ConfigurationError if the contract does not exist.
 */
function contractOf({ file }: StoredFinding, api: ApiSource, { contract }: OpenApiReplayOptions): string {
  const named = contract ?? contractFrom(file, api.contract);
  if (isAddress(named) || existsSync(named)) return named;
  const hint = 'Name the contract of the finding with --contract.';
  return refuse({ where: '--contract', wanted: 'a contract', seen: `no file at ${named}`, hint });
}

/**
 * Accepts a contract other than the finding's own only if the user names it, and if the label of the case is still right under it. Throws ConfigurationError.
 */
function checkContract(
  one: Finding,
  api: ApiSource,
  { contract, isNamed }: PreparedOpenApi & { isNamed: boolean },
): void {
  if (contract.fingerprint === api.fingerprint) return;
  const wanted = `the contract with which it was found (fingerprint ${shortOf(api.fingerprint)})`;
  const seen = `another one (${shortOf(contract.fingerprint)})`;
  if (!isNamed)
    refuse({ where: '--contract', wanted, seen, hint: 'Name that contract, or another one to use instead.' });
  const hint = 'Use assay fuzz with that contract to find what violates it.';
  if (!isValidByContract(contract, one.case))
    refuse({ where: '--contract', wanted, seen: `${seen}, under which the case no longer matches its label`, hint });
  say('it is judged by another contract than the one with which it was found');
}

/** Asks for permission if the case writes; returns true if only reads may be sent to the host. */
async function isOnlyRead(one: Finding, { request }: PreparedOpenApi): Promise<boolean> {
  const target = openApiTarget(request);
  const posts = postsOf(one.case);
  const writes = one.case.steps.some(({ method }) => !safeMethods.has(method));
  const plan = `plan: ${posts} writes each time the finding is sent`;
  if (writes) await confirmMoney(target, { ...request.naming, plan, instead: '' });
  return !writes && moneyProblem(target, request.naming) !== undefined;
}

/** Opens the API of a finding, or another one, to send the finding with current credentials. */
export async function openApiReplay(
  stored: StoredFinding,
  api: ApiSource,
  options: OpenApiReplayOptions,
): Promise<ResendSession> {
  const { one } = stored;
  const { target = api.baseUrl, auth = api.auth } = options;
  const contract = contractOf(stored, api, options);
  const prepared = await prepareOpenApi({ ...options, contract, target, auth }, title);
  checkContract(one, api, { ...prepared, isNamed: options.contract !== undefined });
  const isReading = await isOnlyRead(one, prepared);
  const out = prepareOutput(options.out);
  const { id: run } = decideRun();
  const journal = new Journal(runFilesOf(out).journal, 'replay');
  const write = (line: Parameters<Journal['write']>[0]) => void journal.write(line);
  const release = isReading ? () => undefined : lockAccounts(prepared, run);
  const session = openSession({ ...prepared, ...prepared.request, seed: one.seed, isReading, write });
  return {
    trials: new OpenApiFindingTrials(session),
    run,
    out,
    title: openApiTitle(one.requirement),
    isForeign: prepared.request.baseUrl !== api.baseUrl,
    close: async () => {
      await session.close();
      release();
      journal.close();
    },
  };
}

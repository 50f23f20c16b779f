import type { ClientCredential } from '../record/authenticationFacts.ts';

/** The variables by which recorded tests learn where the service is, and who they are. */
export const variableNames = {
  baseUrl: 'ASSAY_BASE_URL',
  tokenId: 'ASSAY_TOKEN_ID',
  secret: 'ASSAY_TOKEN_SECRET',
  projectId: 'ASSAY_PROJECT_ID',
} as const;

/** What recorded tests are told, and the values that they must not see. */
export interface ToldToTests {
  baseUrl: string;
  credential: ClientCredential;
  projectId: string | undefined;
  hidden: readonly string[];
}

/** Returns the variables of recorded tests: those of this process, without Assay's own and without hidden values, and what the tests are told. */
export function variablesFor(
  { baseUrl, credential, projectId, hidden }: ToldToTests,
  env: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(
    ([name, value]) => !name.startsWith('ASSAY_') && !hidden.includes(value ?? ''),
  );
  return {
    ...Object.fromEntries(kept),
    [variableNames.baseUrl]: baseUrl,
    [variableNames.tokenId]: credential.tokenId,
    [variableNames.secret]: credential.secret,
    ...(projectId !== undefined && { [variableNames.projectId]: projectId }),
  };
}

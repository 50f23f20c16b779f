import type { CaseStep } from '../../fuzzer/engine/cases/fuzzCase.ts';
import { signingExpression } from './signingCode.ts';

/** The credential of a request as code: JavaScript expressions over the `values` of environment variables. */
export interface CredentialCode {
  variables: readonly string[];
  /** The headers as an expression; it may also use `id` and `secret` (the first two values), the bytes of the `body`, and the `salt`. */
  headers: string;
  /** The addition to the path, as an expression. */
  query?: string;
  /** The secrets among the values, as an expression; absent if there are no secrets. */
  secrets?: string;
}

/** A step with its credential. The credential is absent if the step sends none, or if it cannot be written as code. */
export interface AuthenticatedStep {
  step: CaseStep;
  proof?: CredentialCode;
}

/** Signs a step as interface.md demands, with the credential of the account under test, or of the account that the step names. */
export function signedStep(step: CaseStep): AuthenticatedStep {
  const headers = signingExpression(step);
  const label = step.account === undefined ? '' : `${step.account.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_`;
  const variables = [`ASSAY_${label}TOKEN_ID`, `ASSAY_${label}TOKEN_SECRET`];
  return headers === undefined ? { step } : { step, proof: { variables, headers, secrets: '[values[1]]' } };
}

/** Returns the values of environment variables, as an expression. */
export const valuesOf = (variables: readonly string[]) =>
  `${JSON.stringify(variables)}.map((name) => process.env[name] ?? "")`;

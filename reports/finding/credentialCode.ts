import type { CaseStep } from '../../fuzzer/engine/cases/fuzzCase.ts';
import { credentialVariables, signingExpression } from './signingCode.ts';

/** What a request shows to be let in, by reference: expressions of JavaScript over the `values` of variables of the environment. */
export interface CredentialCode {
  variables: readonly string[];
  /** Headers, as an expression; over `id` and `secret`, the first two values, the bytes of the `body` and the `salt`, too. */
  headers: string;
  /** What is added to the path, as an expression. */
  query?: string;
  /** The secrets among them, as an expression; absent where none is. */
  secrets?: string;
}

/** A step as it is written, and what it shows; nothing where it is to show nothing, or what it shows has no form. */
export interface AuthenticatedStep {
  step: CaseStep;
  proof?: CredentialCode;
}

/** How steps are signed under our interface. */
export function signedStep(step: CaseStep): AuthenticatedStep {
  const headers = signingExpression(step);
  const { id, secret } = credentialVariables(step.account);
  return headers === undefined
    ? { step }
    : { step, proof: { variables: [id, secret], headers, secrets: '[values[1]]' } };
}

/** The variables that steps cannot be sent without. */
export function variablesIn(all: readonly AuthenticatedStep[]): string[] {
  return [...new Set(all.flatMap(({ proof }) => proof?.variables ?? []))];
}

/** The values of variables, as an expression. */
export const valuesOf = (variables: readonly string[]) =>
  `${JSON.stringify(variables)}.map((name) => process.env[name] ?? "")`;

import type { Operation } from '../../../schemas/document/operations.ts';
import { isSecured } from '../../../schemas/document/security.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { CaseLabel } from '../../engine/cases/fuzzCase.ts';
import { isAuthRefusal } from '../../engine/judgement/inconclusiveStatuses.ts';
import type { OpenApiResult } from '../judgement/oracles.ts';
import { isGatewayStatus } from '../judgement/responseConformance.ts';
import { grouped } from './grouped.ts';

/**
 * What an answer shows of whether an operation enforces authentication: a valid request was refused for its credential (`barred`), a request passed
 * authentication (`letIn`), and a missing or wrong credential decided the requirement (`decided`), or met a resource that may not exist (`blind`).
 */
export type AuthGateSign = 'barred' | 'letIn' | 'decided' | 'blind';

/** True for a status that comes from the service itself, not from a gateway before it. */
const isOfService = (status = 500) => status < 500 && !isGatewayStatus(status);

/** Returns what an answer shows. */
export function authGateSigns(
  { is }: CaseLabel,
  { exchange, results }: { exchange: Exchange; results: readonly OpenApiResult[] },
): AuthGateSign[] {
  const { status, class: kind } = exchange;
  const uninvited = results.filter(({ requirement }) => requirement === 'ANY-06').map(({ result }) => result.state);
  const isBlind = uninvited.includes('undecided');
  const shown: Readonly<Record<AuthGateSign, boolean>> = {
    barred: is === 'valid' && isAuthRefusal(status),
    letIn: uninvited.length === 0 && (kind === 'accepted' || (is === 'valid' && isOfService(status))),
    decided: uninvited.length > 0 && !isBlind,
    blind: isBlind,
  };
  return (Object.keys(shown) as AuthGateSign[]).filter((sign) => shown[sign]);
}

/** Operations with what their answers have shown. For an operation that was not tried, `untried` says why. */
type AuthGates = readonly { operation: Operation; has(sign: AuthGateSign): boolean; untried: string | undefined }[];

/** Returns the secured operations that refused valid requests for their credential; empty if any secured operation accepted the credential. */
export function rejectedOperations(contract: Contract, gates: AuthGates): string[] {
  const secured = gates.filter(({ operation }) => isSecured(contract, operation));
  if (secured.some(({ has }) => has('letIn'))) return [];
  return secured.flatMap(({ operation, has }) => (has('barred') ? [operation.key] : []));
}

/** Returns the secured operations that were not seen to refuse unauthenticated requests, by reason. */
export function unprotectedOperations(contract: Contract, gates: AuthGates): Record<string, string[]> {
  const open = gates.filter(({ operation, has }) => !has('decided') && isSecured(contract, operation));
  return grouped(open, ({ operation, has, untried }) => {
    const asked = has('blind')
      ? 'it is not known whether the requested resource exists'
      : 'no request without a credential was sent';
    return [untried ?? asked, operation.key];
  });
}

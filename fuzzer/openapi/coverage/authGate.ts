import type { Operation } from '../../../schemas/document/operations.ts';
import { isSecured } from '../../../schemas/document/security.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { CaseLabel } from '../../engine/cases/fuzzCase.ts';
import { isAuthRefusal } from '../../engine/judgement/inconclusiveStatuses.ts';
import type { OpenApiResult } from '../judgement/oracles.ts';
import { isGatewayStatus } from '../judgement/responseConformance.ts';

/** Counts of answers that show whether an operation enforces authentication. */
export interface AuthGate {
  /** Valid requests that were refused for their credential (`barred`), and requests that passed authentication (`letIn`). */
  barred: number;
  letIn: number;
  /** Requests with a missing or wrong credential: requests that decided the requirement (`decided`), and requests whose resource may not exist (`blind`). */
  decided: number;
  blind: number;
}

/** The counts of an operation without requests. */
export const noAuthGate: AuthGate = { barred: 0, letIn: 0, decided: 0, blind: 0 };

/** True for a status that comes from the service itself, not from a gateway before it. */
const isOfService = (status = 500) => status < 500 && !isGatewayStatus(status);

/** Returns the counts after one more answer. */
export function authGateAfter(
  { barred, letIn, decided, blind }: AuthGate,
  { is }: CaseLabel,
  { exchange, results }: { exchange: Exchange; results: readonly OpenApiResult[] },
): AuthGate {
  const { status, class: kind } = exchange;
  const uninvited = results.filter(({ requirement }) => requirement === 'ANY-06').map(({ result }) => result.state);
  const isLetIn = uninvited.length === 0 && (kind === 'accepted' || (is === 'valid' && isOfService(status)));
  const isBlind = uninvited.includes('undecided');
  return {
    barred: barred + Number(is === 'valid' && isAuthRefusal(status)),
    letIn: letIn + Number(isLetIn),
    decided: decided + Number(uninvited.length > 0 && !isBlind),
    blind: blind + Number(isBlind),
  };
}

/** Operations with their counts. For an operation that was not tried, `untried` says why. */
type AuthGates = readonly { operation: Operation; door: AuthGate; untried: string | undefined }[];

/** Returns the secured operations that refused valid requests for their credential; empty if any secured operation accepted the credential. */
export function rejectedOperations(contract: Contract, gates: AuthGates): string[] {
  const secured = gates.filter(({ operation }) => isSecured(contract, operation));
  if (secured.some(({ door: gate }) => gate.letIn > 0)) return [];
  return secured.flatMap(({ operation, door: gate }) => (gate.barred > 0 ? [operation.key] : []));
}

/** Returns the secured operations that were not seen to refuse unauthenticated requests, by reason. */
export function unprotectedOperations(contract: Contract, gates: AuthGates): Record<string, string[]> {
  const open: Record<string, string[]> = {};
  for (const { operation, door: gate, untried } of gates) {
    if (gate.decided > 0 || !isSecured(contract, operation)) continue;
    const asked =
      gate.blind > 0
        ? 'it is not known whether the requested resource exists'
        : 'no request without a credential was sent';
    const why = untried ?? asked;
    open[why] = [...(open[why] ?? []), operation.key];
  }
  return open;
}

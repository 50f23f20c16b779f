import type { Operation } from '../../../schemas/document/operations.ts';
import { isSecured } from '../../../schemas/document/security.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { CaseLabel } from '../../engine/cases/fuzzCase.ts';
import { isAuthRefusal } from '../../engine/judgement/inconclusiveStatuses.ts';
import type { OpenApiResult } from '../judgement/oracles.ts';
import { isGatewayStatus } from '../judgement/responseConformance.ts';

/** How the door of an operation was answered at: counts of answers. */
export interface AuthGate {
  /** Sound requests that were refused for who asks, and requests that were let in. */
  barred: number;
  letIn: number;
  /** Requests that nobody is to be let in with: those that decided it, and those to what may not be there. */
  decided: number;
  blind: number;
}

/** The door of an operation that was not asked. */
export const noAuthGate: AuthGate = { barred: 0, letIn: 0, decided: 0, blind: 0 };

/** What whatever stands before a service does not answer. */
const isOfService = (status = 500) => status < 500 && !isGatewayStatus(status);

/** A door after one answer more. */
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

/** Operations with what is known of their doors; why nothing of one was tried, where nothing was. */
type Doors = readonly { operation: Operation; door: AuthGate; untried: string | undefined }[];

/** The operations that want a credential and refused all sound requests for who asks; none where any of them has let somebody in. */
export function rejectedOperations(contract: Contract, doors: Doors): string[] {
  const secured = doors.filter(({ operation }) => isSecured(contract, operation));
  if (secured.some(({ door }) => door.letIn > 0)) return [];
  return secured.flatMap(({ operation, door }) => (door.barred > 0 ? [operation.key] : []));
}

/** The operations that want a credential and were not seen to refuse whoever has none, by why. */
export function unprotectedOperations(contract: Contract, doors: Doors): Record<string, string[]> {
  const open: Record<string, string[]> = {};
  for (const { operation, door, untried } of doors) {
    if (door.decided > 0 || !isSecured(contract, operation)) continue;
    const asked = door.blind > 0 ? 'nobody knows whether what was asked for is there' : 'it was not asked without one';
    const why = untried ?? asked;
    open[why] = [...(open[why] ?? []), operation.key];
  }
  return open;
}

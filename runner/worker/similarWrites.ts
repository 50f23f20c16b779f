import type { Fault } from '../../traffic/outcome/fault.ts';
import type { Sending } from '../../traffic/transport/sending.ts';

/** Operations that take from a balance. */
const paid: readonly string[] = ['POST /v1/user/payments/payout', 'POST /v1/user/exchange'];

/** True for an order that takes from a balance. */
export const takesFromBalance = ({ operation }: Pick<Sending, 'operation'>): boolean =>
  operation !== undefined && paid.includes(operation);

/** What two writes say, whatever their ids and whoever sends them. */
export function contentKey({ requirement, method, path, body, clientOrderId }: Sending): string {
  const text = String(body ?? '');
  return `${requirement} ${method} ${path} ${clientOrderId ? text.replaceAll(clientOrderId, '') : text}`;
}

/** What two writes of a test are alike in: those that take from a balance are all alike, others where they say the same. */
const likenessOf = (sending: Sending): string =>
  takesFromBalance(sending) ? `${sending.requirement} ${sending.operation}` : contentKey(sending);

/** By what a write is told to be one that was sent before: by its id, or by what it is alike in. */
export const similarityKeys = (sending: Sending): string[] => [
  likenessOf(sending),
  ...(sending.clientOrderId ? [`${sending.requirement} id ${sending.clientOrderId}`] : []),
];

/** Ends whoever would send a write again of which nobody knows what became. */
export function refuseToRepeat({ code }: Fault): never {
  throw new Error(`a write was about to be sent again: ${code}`);
}

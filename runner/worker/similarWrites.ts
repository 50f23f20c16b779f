import type { Fault } from '../../traffic/outcome/fault.ts';
import type { Sending } from '../../traffic/transport/sending.ts';

/** Operations that take money from a balance. */
const paid: readonly string[] = ['POST /v1/user/payments/payout', 'POST /v1/user/exchange'];

/** True for an order that takes money from a balance. */
export const takesFromBalance = ({ operation }: Pick<Sending, 'operation'>): boolean =>
  operation !== undefined && paid.includes(operation);

/** Returns the content of a write as a key, without its id and its sender. */
export function contentKey({ requirement, method, path, body, clientOrderId }: Sending): string {
  const text = String(body ?? '');
  return `${requirement} ${method} ${path} ${clientOrderId ? text.replaceAll(clientOrderId, '') : text}`;
}

/** Returns the key that similar writes of a test share: their operation if they take money from a balance, otherwise their content. */
const similarityOf = (sending: Sending): string =>
  takesFromBalance(sending) ? `${sending.requirement} ${sending.operation}` : contentKey(sending);

/** Returns the keys by which a write is recognized as sent before: the key that similar writes share, and the key of its id. */
export const similarityKeys = (sending: Sending): string[] => [
  similarityOf(sending),
  ...(sending.clientOrderId ? [`${sending.requirement} id ${sending.clientOrderId}`] : []),
];

/** Ends a test that would repeat a write whose result is unknown. */
export function refuseToRepeat({ code }: Fault): never {
  throw new Error(`a write with an unknown result was about to be repeated: ${code}`);
}

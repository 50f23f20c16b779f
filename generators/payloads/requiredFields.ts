import type { MethodInput } from './payment.ts';

/**
 * Returns the fields that the method requires in a body by paymentMethodId, and always the amount. The sent body shows which of these fields is left out. Where
 * currency and method stay and name the method, a body without its id is valid.
 */
export function requiredFields({
  required,
  isAmbiguous = false,
}: Pick<MethodInput, 'required' | 'isAmbiguous'>): string[] {
  const isNamed = !isAmbiguous && ['currency', 'method'].every((name) => required.includes(name));
  const free = ['clientOrderId', ...(isNamed ? ['paymentMethodId'] : [])];
  return [...new Set(['amount', ...required])].filter((name) => !free.includes(name));
}

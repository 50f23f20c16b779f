/** The two method classes of an account's quota. */
export const methodClasses = ['post', 'get'] as const;

/** A method class: GET has its own allowance; every other method uses the allowance of POST. */
export type MethodClass = (typeof methodClasses)[number];

/** Returns the class whose allowance a request of this method uses. */
export function methodClassOf(method: string): MethodClass {
  return method === 'GET' ? 'get' : 'post';
}

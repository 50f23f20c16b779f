import type { Operation } from '../../schemas/operations.ts';

/** What is sent before what may need it; a thing is deleted last. */
const order = ['POST', 'PUT', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'DELETE'];

const depthOf = ({ path }: Operation) => path.split('/').length;

/** Which of two operations is tried first: a creation before what is below it. */
export const inOrder = (one: Operation, other: Operation) =>
  Number(one.method === 'DELETE') - Number(other.method === 'DELETE') ||
  depthOf(one) - depthOf(other) ||
  order.indexOf(one.method) - order.indexOf(other.method);

import type { Operation } from '../../../schemas/document/operations.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import { safeMethods } from '../cases/controlRequests.ts';
import type { OpenApiCoverage } from '../coverage/coverage.ts';

/** The order of methods: first what others may need. Deletions come last. */
const order = ['POST', 'PUT', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'DELETE'];

const depthOf = ({ path }: Operation) => path.split('/').length;

const inOrder = (one: Operation, other: Operation) =>
  Number(one.method === 'DELETE') - Number(other.method === 'DELETE') ||
  depthOf(one) - depthOf(other) ||
  order.indexOf(one.method) - order.indexOf(other.method);

/** Returns the operations that a campaign tries, creations before the operations below them; the coverage notes why others are left out. */
export function orderedOperations(
  {
    contract,
    isReadOnly,
    isWanted = () => true,
  }: { contract: Contract; isReadOnly: boolean; isWanted?: (operation: Operation) => boolean },
  coverage: Pick<OpenApiCoverage, 'lacks'>,
): Operation[] {
  const problemPointers = new Map(
    contract.problems.flatMap(({ operations, pointer }) => operations.map((key) => [key, pointer])),
  );
  return contract.operations
    .filter((operation) => {
      const pointer = problemPointers.get(operation.key);
      if (pointer !== undefined) coverage.lacks(operation, `a problem of the contract at #${pointer}`);
      const isForbidden = isReadOnly && !safeMethods.has(operation.method);
      if (isForbidden) coverage.lacks(operation, 'writes to this host are not allowed');
      return pointer === undefined && !isForbidden && isWanted(operation);
    })
    .toSorted(inOrder);
}

import type { ErrorObject } from 'ajv/dist/2020.js';

/** One violation of a schema by a value: the JSON pointer of the value, the violated keyword, its message and its parameters. */
export type SchemaFault = {
  path: string;
  keyword: string;
  message: string;
  params: Readonly<Record<string, unknown>>;
  schemaPath: string;
};

/** At most this many errors are read. A list may hold thousands of wrong items, and each error is compared with all others. */
const mostErrors = 1_000;

/** Converts ajv's errors to faults. Drops the error of the null branch of a nullable choice, because the message that a value is not null does not help. */
export function faultsOf(all: readonly ErrorObject[]): SchemaFault[] {
  const errors = all.slice(0, mostErrors);
  const nullBranches = errors.filter(isNullBranch);
  const reported = errors.filter((error) => !nullBranches.includes(error) && !sumsUp(error, nullBranches, errors));
  return (reported.length > 0 ? reported : errors).map(faultOf);
}

function faultOf({ instancePath, keyword, message = keyword, params, schemaPath }: ErrorObject): SchemaFault {
  return { path: instancePath, keyword, message, params, schemaPath };
}

function isNullBranch({ keyword, params, schemaPath }: ErrorObject): boolean {
  return keyword === 'type' && params.type === 'null' && /\/(?:anyOf|oneOf)\/\d+\/type$/.test(schemaPath);
}

// True if the error of a choice only repeats the errors of its branches, and one branch is a null branch.
function sumsUp(error: ErrorObject, nullBranches: readonly ErrorObject[], errors: readonly ErrorObject[]): boolean {
  const { instancePath, schemaPath } = error;
  const ours = nullBranches.filter(
    (branch) => branch.instancePath === instancePath && branch.schemaPath.startsWith(`${schemaPath}/`),
  );
  const inside = errors.filter((other) => other !== error && !ours.includes(other) && isBeneath(other, instancePath));
  return ours.length > 0 && inside.length > 0;
}

function isBeneath({ instancePath }: ErrorObject, path: string): boolean {
  return instancePath === path || instancePath.startsWith(`${path}/`);
}

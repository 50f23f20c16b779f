import type { ErrorObject } from 'ajv/dist/2020.js';

/** One departure of a value from a schema: the JSON pointer of the value, the broken keyword, its sentence and its parameters. */
export type SchemaFault = {
  path: string;
  keyword: string;
  message: string;
  params: Readonly<Record<string, unknown>>;
  schemaPath: string;
};

/** Of a list of thousands, each of them wrong, these say enough; and each is held against all others. */
const mostErrors = 1_000;

/** The faults that ajv found, without the noise of a nullable choice: of a value that is not null, nobody asks why not. */
export function faultsOf(all: readonly ErrorObject[]): SchemaFault[] {
  const errors = all.slice(0, mostErrors);
  const nullBranches = errors.filter(isNullBranch);
  const told = errors.filter((error) => !nullBranches.includes(error) && !sumsUp(error, nullBranches, errors));
  return (told.length > 0 ? told : errors).map(faultOf);
}

function faultOf({ instancePath, keyword, message = keyword, params, schemaPath }: ErrorObject): SchemaFault {
  return { path: instancePath, keyword, message, params, schemaPath };
}

function isNullBranch({ keyword, params, schemaPath }: ErrorObject): boolean {
  return keyword === 'type' && params.type === 'null' && /\/(?:anyOf|oneOf)\/\d+\/type$/.test(schemaPath);
}

// A choice repeats what its branches say, unless the null branch was the only one to speak.
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

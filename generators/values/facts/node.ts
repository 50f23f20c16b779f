import type { Plain, PlainObject } from '../../../schemas/json/plain.ts';

/** One schema that a value has to meet. A synthetic one is not part of the document, and the judge does not know it. */
export interface RequiredSchema {
  pointer: string;
  node: Plain;
  isSynthetic?: boolean;
}

/** Schemas that one value has to meet together, and the keys of the choices already made among them. */
export interface Conjunction {
  key: string;
  demands: readonly RequiredSchema[];
  taken: ReadonlySet<string>;
}

/** A schema object that a value has to meet, found by following references and allOf. */
export interface SchemaPart {
  pointer: string;
  schema: PlainObject;
  isSynthetic: boolean;
}

/** Builds a conjunction of schemas, each once. */
export function conjunctionOf(demands: readonly RequiredSchema[], taken: ReadonlySet<string> = new Set()): Conjunction {
  const byId = new Map(demands.map((demand) => [idOf(demand), demand]));
  const key = `${[...byId.keys()].sort().join(' ')} | ${[...taken].sort().join(' ')}`;
  return { key, demands: [...byId.values()], taken };
}

/** Returns the same conjunction with more demands, and with one more choice made. */
export function narrowed(
  { demands, taken }: Conjunction,
  more: readonly RequiredSchema[],
  choice?: string,
): Conjunction {
  return conjunctionOf([...demands, ...more], choice === undefined ? taken : new Set([...taken, choice]));
}

function idOf({ pointer, node, isSynthetic }: RequiredSchema): string {
  return isSynthetic || typeof node === 'boolean' ? `${pointer} ${JSON.stringify(node)}` : pointer;
}

import type { Plain, PlainObject } from '../../../schemas/json/plain.ts';

/** One schema that a value has to meet; a made one stands nowhere in the document, and the judge does not know it. */
export interface RequiredSchema {
  pointer: string;
  node: Plain;
  isSynthetic?: boolean;
}

/** Schemas that one value has to meet together, and the choices among them (by key) that are made already. */
export interface Conjunction {
  key: string;
  demands: readonly RequiredSchema[];
  taken: ReadonlySet<string>;
}

/** A schema object among those that a value has to meet, its references and its allOf followed. */
export interface SchemaPart {
  pointer: string;
  schema: PlainObject;
  isSynthetic: boolean;
}

/** A conjunction of schemas, each once. */
export function conjunctionOf(demands: readonly RequiredSchema[], taken: ReadonlySet<string> = new Set()): Conjunction {
  const byId = new Map(demands.map((demand) => [idOf(demand), demand]));
  const key = `${[...byId.keys()].sort().join(' ')} | ${[...taken].sort().join(' ')}`;
  return { key, demands: [...byId.values()], taken };
}

/** The same conjunction with more demands, and with one choice more that is made. */
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

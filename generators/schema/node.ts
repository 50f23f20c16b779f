import type { Plain, PlainObject } from '../../schemas/plain.ts';

/** One schema that a value has to meet; a made one stands nowhere in the document, and the judge does not know it. */
export interface Demand {
  pointer: string;
  node: Plain;
  isMade?: boolean;
}

/** Schemas that one value has to meet together, and the choices among them (by key) that are made already. */
export interface Node {
  key: string;
  demands: readonly Demand[];
  taken: ReadonlySet<string>;
}

/** A schema object among those that a value has to meet, its references and its allOf followed. */
export interface Part {
  pointer: string;
  schema: PlainObject;
  isMade: boolean;
}

/** A conjunction of schemas, each once. */
export function nodeOf(demands: readonly Demand[], taken: ReadonlySet<string> = new Set()): Node {
  const byId = new Map(demands.map((demand) => [idOf(demand), demand]));
  const key = `${[...byId.keys()].sort().join(' ')} | ${[...taken].sort().join(' ')}`;
  return { key, demands: [...byId.values()], taken };
}

/** The same conjunction with more demands, and with one choice more that is made. */
export function narrowed({ demands, taken }: Node, more: readonly Demand[], choice?: string): Node {
  return nodeOf([...demands, ...more], choice === undefined ? taken : new Set([...taken, choice]));
}

function idOf({ pointer, node, isMade }: Demand): string {
  return isMade || typeof node === 'boolean' ? `${pointer} ${JSON.stringify(node)}` : pointer;
}

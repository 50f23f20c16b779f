import { bounds } from './bounds.ts';
import { combining } from './combining.ts';
import { leading } from './leading.ts';
import { newer } from './newer.ts';
import type { Odd, OddVersion } from './odd.ts';
import { older } from './older.ts';
import { recursion } from './recursion.ts';

/** Every odd schema. */
export const corpus: readonly Odd[] = [...recursion, ...combining, ...older, ...newer, ...leading, ...bounds];

/** The text of a contract that has an odd schema and what it refers to. */
export function oddContract({ schema, others = {} }: Odd, version: OddVersion): string {
  const odd = typeof schema === 'string' ? schema : JSON.stringify(schema);
  const named = Object.entries(others).map(([name, other]) => `${JSON.stringify(name)}: ${JSON.stringify(other)}`);
  const info = '"info": {"title": "Odd", "version": "1"}, "paths": {}';
  const schemas = [`"Odd": ${odd}`, ...named].join(', ');
  return `{"openapi": "${version}.0", ${info}, "components": {"schemas": {${schemas}}}}`;
}

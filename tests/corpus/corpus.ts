import { bounds } from './bounds.ts';
import { combining } from './combining.ts';
import type { EdgeCase, OpenApiVersion } from './edgeCase.ts';
import { openapi30 } from './openapi30.ts';
import { openapi31 } from './openapi31.ts';
import { recursion } from './recursion.ts';
import { references } from './references.ts';

/** Every edge case schema. */
export const corpus: readonly EdgeCase[] = [
  ...recursion,
  ...combining,
  ...openapi30,
  ...openapi31,
  ...references,
  ...bounds,
];

/** Returns the text of a contract with an edge case schema and the components that it refers to. */
export function edgeCaseContract({ schema, others = {} }: EdgeCase, version: OpenApiVersion): string {
  const odd = typeof schema === 'string' ? schema : JSON.stringify(schema);
  const named = Object.entries(others).map(([name, other]) => `${JSON.stringify(name)}: ${JSON.stringify(other)}`);
  const info = '"info": {"title": "Odd", "version": "1"}, "paths": {}';
  const schemas = [`"Odd": ${odd}`, ...named].join(', ');
  return `{"openapi": "${version}.0", ${info}, "components": {"schemas": {${schemas}}}}`;
}

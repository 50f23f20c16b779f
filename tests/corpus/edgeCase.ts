/** A version of OpenAPI in which an edge case schema is tested. */
export type OpenApiVersion = '3.0' | '3.1';

/** A rare schema with its meaning: the values that it allows and forbids, or the problems that loading reports. */
export type EdgeCase = {
  readonly name: string;
  readonly in: readonly OpenApiVersion[];
  /** The schema at #/components/schemas/Odd. A string is JSON text, for values that a literal cannot express. */
  readonly schema: unknown;
  /** Other components by name. */
  readonly others?: Readonly<Record<string, unknown>>;
  /** Files beside the contract. */
  readonly files?: Readonly<Record<string, unknown>>;
  readonly allows?: readonly unknown[];
  readonly forbids?: readonly unknown[];
  /** The pointer of each problem and a part of its text; a pointer without a leading slash is relative to #/components/schemas/Odd. */
  readonly problems?: readonly (readonly [pointer: string, word: string])[];
};

/** Both versions. */
export const bothVersions: readonly OpenApiVersion[] = ['3.0', '3.1'];

/** Only the older version. */
export const only30: readonly OpenApiVersion[] = ['3.0'];

/** Only the newer version. */
export const only31: readonly OpenApiVersion[] = ['3.1'];

/** `npm test` takes one of this many schemas where each of them has a test; `test:full` takes the others. */
const schemasPerSample = 2;

/** Returns the tag of a test of the nth schema in this version. If a schema is valid in both versions, only `test:full` tests the older one. */
export const tagOf = (version: OpenApiVersion, versions = bothVersions, nth = 0): { tag: string[] } => ({
  tag: (version === '3.0' && versions.includes('3.1')) || nth % schemasPerSample > 0 ? ['@full'] : [],
});

/** A reference to a component. */
export const componentRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A reference to the edge case schema itself. */
export const selfRef = { $ref: '#/components/schemas/Odd' } as const;

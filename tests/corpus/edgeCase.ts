/** A version of OpenAPI that an odd schema is tried in. */
export type OpenApiVersion = '3.0' | '3.1';

/** A schema that is seldom met, with what it means: values that it allows and forbids, or the problems that loading tells. */
export type EdgeCase = {
  readonly name: string;
  readonly in: readonly OpenApiVersion[];
  /** Stands at #/components/schemas/Odd; a text is JSON, for what no literal can say. */
  readonly schema: unknown;
  /** Other components by their names. */
  readonly others?: Readonly<Record<string, unknown>>;
  /** Files beside the contract. */
  readonly files?: Readonly<Record<string, unknown>>;
  readonly allows?: readonly unknown[];
  readonly forbids?: readonly unknown[];
  /** The pointer of each problem and a word of what it says; a pointer that begins with no slash is of #/components/schemas/Odd. */
  readonly problems?: readonly (readonly [pointer: string, word: string])[];
};

/** Both versions. */
export const bothVersions: readonly OpenApiVersion[] = ['3.0', '3.1'];

/** The older version alone. */
export const only30: readonly OpenApiVersion[] = ['3.0'];

/** The newer version alone. */
export const only31: readonly OpenApiVersion[] = ['3.1'];

/** Which run of the tests tries an odd schema in a version: what both versions can say is tried in the older one by `test:full` alone. */
export const tagOf = (version: OpenApiVersion, versions = bothVersions): { tag: string[] } => ({
  tag: version === '3.0' && versions.includes('3.1') ? ['@full'] : [],
});

/** A reference to a component. */
export const componentRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A reference to the odd schema itself. */
export const selfRef = { $ref: '#/components/schemas/Odd' } as const;

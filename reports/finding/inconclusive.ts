/** Reports an inconclusive result in one line: what was expected, what was seen, what to do. */
export const untold = (wanted: string, seen: string, hint: string): string =>
  `Inconclusive: expected ${wanted}, got: ${seen}. ${hint}`;

/** Writes a value as a JavaScript literal. */
export const literal = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);

/** What leaves a result open: when it does, what was wanted, and what to do. `when` and `seen` are JavaScript expressions, `seen` of a text. */
export interface Doubt {
  when: string;
  wanted: string;
  seen: string;
  hint: string;
}

/** Writes a statement that ends a script as inconclusive. */
export const skipCode = ({ when, wanted, seen, hint }: Doubt): string =>
  `  test.skip(${when}, untold(${literal(wanted)}, ${seen}, ${literal(hint)}));`;

/** What to do if a request that prepares the judged request is not accepted. */
export const prerequisiteHint =
  'Find out why that request is not answered as when the finding was made: check its credential, its amounts, and the ids that it names.';

import { packageFile } from '../../schemas/packageFiles.ts';

/**
 * What a requirement rests on: words of interface.md under one of its headings (`Payment`, or `States and transitions, Payment` where two have the same name),
 * or, for a norm, our own words.
 */
export type Statement = { section: string; quotes: readonly string[] } | { words: string };

/** Reads what each requirement rests on, by requirement id. */
export const readStatements = (): Readonly<Record<string, Statement>> =>
  JSON.parse(packageFile('specs/statements.json'));

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ConfigurationError, fileProblem, type Problem } from '../../system/configurationError.ts';
import { variable } from '../../system/environment.ts';
import { type Override, overrideBehind, withOverrides } from './applyOverrides.ts';
import { type FilePlace, pointerOf, textAt } from './filePlace.ts';
import type { FileProblem } from './fileProblem.ts';
import { ruleProblems } from './fileRules.ts';
import { inlineSecretProblems } from './inlineSecrets.ts';
import { type Lookup, repeatedSecrets } from './namedVariables.ts';
import { readDocument } from './targetDocument.ts';
import type { TargetFile } from './targetFile.ts';
import { schemaProblems } from './targetSchema.ts';

export type { Deadlines, TargetFile } from './targetFile.ts';

/** An unchecked target file: its value with the overrides applied, and its folder. */
export interface TargetDraft {
  source: string;
  folder: string;
  value: unknown;
  /** Overrides that could not be applied. */
  problems: readonly FileProblem[];
  /** Converts a problem into the form for the operator, with the override that caused it, or with its place and line. */
  problemOf(problem: FileProblem): Problem;
}

/** What a draft is made from. */
export interface TargetDraftParts {
  source: string;
  folder: string;
  value: unknown;
  overrides?: readonly Override[];
  lineOf?: (place: FilePlace) => number | undefined;
}

/** A larger file is not a target file. */
const largestFileBytes = 1024 * 1024;

function readText(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length <= largestFileBytes) return text;
  } catch (error) {
    const hint = 'Name a file, or the base address of a target.';
    const seen = fileProblem(error);
    throw new ConfigurationError(file, [{ where: '/', wanted: 'a readable target file', seen, hint }]);
  }
  const hint = 'Name a target file; this file is too large to be one.';
  throw new ConfigurationError(file, [{ where: '/', wanted: 'at most 1 MB', seen: 'more', hint }]);
}

/** Reports an override that changes the kind of a production target: a file for production must stay production. */
function tamed(written: unknown, value: unknown): FileProblem[] {
  if (textAt(written, ['kind']) !== 'production' || textAt(value, ['kind']) === 'production') return [];
  const hint = 'No option changes a production target: write a separate file for another target.';
  return [{ place: ['kind'], wanted: 'production, as the file says', seen: 'another kind', hint }];
}

/** Makes a draft from a value and its overrides. */
export function draftOf({ source, folder, value: written, overrides = [], lineOf }: TargetDraftParts): TargetDraft {
  const { value, flaws: overrideProblems } = withOverrides(written, overrides);
  const problemOf = ({ place, where, ...words }: FileProblem): Problem => {
    const override = overrideBehind(place, overrides, written);
    if (override) return { where: where ?? override.where, ...words };
    const line = lineOf?.(place);
    return { where: where ?? pointerOf(place), ...(line !== undefined && { line }), ...words };
  };
  return { source, folder, value, problems: [...overrideProblems, ...tamed(written, value)], problemOf };
}

function draftIn(text: string, file: string, overrides: readonly Override[] = []): TargetDraft {
  const document = readDocument(text);
  if ('problems' in document) throw new ConfigurationError(file, document.problems);
  return draftOf({ source: file, folder: resolve(dirname(file)), overrides, ...document });
}

/** Reads a target file as a draft. Throws ConfigurationError if it cannot be read, and for every syntax error. */
export function readDraft(file: string, overrides: readonly Override[]): TargetDraft {
  return draftIn(readText(file), file, overrides);
}

/** Returns all problems of a draft, except problems of the variables that the draft names. */
export function draftProblems({ value, problems }: TargetDraft, lookup: Lookup): FileProblem[] {
  const inline = [...inlineSecretProblems(value, lookup), ...repeatedSecrets(value, lookup)];
  const reported = new Set(inline.map(({ place }) => pointerOf(place)));
  const others = [...problems, ...schemaProblems(value), ...ruleProblems(value)];
  return [...inline, ...others.filter(({ place }) => !reported.has(pointerOf(place)))];
}

/** Returns the target file of a draft. Throws ConfigurationError with all problems at once. */
export function accepted(draft: TargetDraft, problems: readonly FileProblem[]): TargetFile & { folder: string } {
  if (problems.length > 0) throw new ConfigurationError(draft.source, problems.map(draft.problemOf));
  return { ...(draft.value as TargetFile), folder: draft.folder };
}

/** Checks the text of a target file without reading its variables. Throws ConfigurationError with all its problems at once. */
export function targetFileIn(text: string, file: string): TargetFile & { folder: string } {
  const draft = draftIn(text, file);
  return accepted(draft, draftProblems(draft, variable));
}

/** Reads and checks a target file as written, without reading its variables. Throws ConfigurationError with all its problems at once. */
export function readTargetFile(file: string): TargetFile & { folder: string } {
  return targetFileIn(readText(file), file);
}

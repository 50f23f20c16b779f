import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ConfigurationError, type Problem } from '../../system/configurationError.ts';
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

export type { Deadlines, Project, TargetFile } from './targetFile.ts';

/** A target file before it is known to be one: its value with the overrides set, and the folder that its files lie in. */
export interface TargetDraft {
  source: string;
  folder: string;
  value: unknown;
  /** What could not be set. */
  problems: readonly FileProblem[];
  /** The flaw as the operator is told it: by the override that brought it in, or its place and line. */
  problemOf(flaw: FileProblem): Problem;
}

/** What a draft is made of. */
export interface TargetDraftParts {
  source: string;
  folder: string;
  value: unknown;
  overrides?: readonly Override[];
  lineOf?: (place: FilePlace) => number | undefined;
}

/** Files larger than this are not target files. */
const largestFileBytes = 1024 * 1024;

function readText(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length <= largestFileBytes) return text;
  } catch {
    const hint = 'Give a file, or the base address of a target.';
    throw new ConfigurationError(file, [{ where: '/', wanted: 'a readable target file', seen: 'none', hint }]);
  }
  const hint = 'This is not a target file.';
  throw new ConfigurationError(file, [{ where: '/', wanted: 'at most 1 MB', seen: 'more', hint }]);
}

/** A file that says production is of production, whatever is set from outside. */
function tamed(written: unknown, value: unknown): FileProblem[] {
  if (textAt(written, ['kind']) !== 'production' || textAt(value, ['kind']) === 'production') return [];
  const hint = 'No option changes what is production: write a file of its own for another target.';
  return [{ place: ['kind'], wanted: 'production, as the file says', seen: 'another kind', hint }];
}

/** Makes a draft of a value and its overrides. */
export function draftOf({ source, folder, value: written, overrides = [], lineOf }: TargetDraftParts): TargetDraft {
  const { value, flaws } = withOverrides(written, overrides);
  const problemOf = ({ place, where, ...words }: FileProblem): Problem => {
    const override = overrideBehind(place, overrides, written);
    if (override) return { where: where ?? override.where, ...words };
    const line = lineOf?.(place);
    return { where: where ?? pointerOf(place), ...(line !== undefined && { line }), ...words };
  };
  return { source, folder, value, problems: [...flaws, ...tamed(written, value)], problemOf };
}

function draftIn(text: string, file: string, overrides: readonly Override[] = []): TargetDraft {
  const document = readDocument(text);
  if ('problems' in document) throw new ConfigurationError(file, document.problems);
  return draftOf({ source: file, folder: resolve(dirname(file)), overrides, ...document });
}

/** Reads a target file as a draft. Throws ConfigurationError for what cannot be read, and for every error of its syntax. */
export function readDraft(file: string, overrides: readonly Override[]): TargetDraft {
  return draftIn(readText(file), file, overrides);
}

/** Everything that is wrong with a draft but for the variables that it names. */
export function draftProblems({ value, problems }: TargetDraft, lookup: Lookup): FileProblem[] {
  const inline = [...inlineSecretProblems(value, lookup), ...repeatedSecrets(value, lookup)];
  const told = new Set(inline.map(({ place }) => pointerOf(place)));
  const others = [...problems, ...schemaProblems(value), ...ruleProblems(value)];
  return [...inline, ...others.filter(({ place }) => !told.has(pointerOf(place)))];
}

/** The target file of a draft. Throws ConfigurationError with all flaws at once. */
export function accepted(draft: TargetDraft, flaws: readonly FileProblem[]): TargetFile & { folder: string } {
  if (flaws.length > 0) throw new ConfigurationError(draft.source, flaws.map(draft.problemOf));
  return { ...(draft.value as TargetFile), folder: draft.folder };
}

/** Checks the text of a target file, its variables unread. Throws ConfigurationError with all of its problems at once. */
export function targetFileIn(text: string, file: string): TargetFile & { folder: string } {
  const draft = draftIn(text, file);
  return accepted(draft, draftProblems(draft, variable));
}

/** Reads and checks a target file as it is written, its variables unread. Throws ConfigurationError with all of its problems at once. */
export function readTargetFile(file: string): TargetFile & { folder: string } {
  return targetFileIn(readText(file), file);
}

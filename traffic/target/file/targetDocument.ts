import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml';
import { scanJson } from '../../../schemas/json/jsonScan.ts';
import type { Problem } from '../../system/configurationError.ts';
import type { FilePlace } from './filePlace.ts';

/** A target file's text, read: its value, and on which line (from 1) something stands, or what is nearest around it. */
export interface TargetDocument {
  value: unknown;
  lineOf(place: FilePlace): number | undefined;
}

/** Their messages repeat what stands in the file, which may be a secret. */
const repeating = new Set(['BAD_ALIAS', 'BAD_DQ_ESCAPE', 'TAG_RESOLVE_FAILED', 'UNEXPECTED_TOKEN', 'BAD_DIRECTIVE']);

const hint = 'Correct the syntax.';
const quoteHint = 'Put a text that begins with * in quotes.';

function syntaxProblem({ code, message, linePos }: YAMLError): Problem {
  const [first = ''] = message.split('\n');
  const seen = repeating.has(code) ? code.toLowerCase().replaceAll('_', ' ') : first.replace(/ at line.*$/, '');
  return { where: '/', ...(linePos && { line: linePos[0].line }), wanted: 'JSON or YAML', seen, hint };
}

/** Aliases of nothing; their names are not told. */
function aliasProblems(document: Document.Parsed, counter: LineCounter): Problem[] {
  const problems: Problem[] = [];
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document)) return;
      const line = alias.range ? { line: counter.linePos(alias.range[0]).line } : {};
      problems.push({ where: '/', ...line, wanted: 'JSON or YAML', seen: 'an alias (*) of nothing', hint: quoteHint });
    },
  });
  return problems;
}

type Inside = { at: number | undefined; node: unknown };

const startOf = (node: unknown) => (node as Node | null)?.range?.[0];

/** One step down from a node; undefined where there is nothing of that name. */
function step(node: unknown, part: string): Inside | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }: Pair) => isScalar(key) && String(key.value) === part);
    return pair && { at: startOf(pair.key), node: pair.value };
  }
  const item = isSeq(node) ? node.items[Number(part)] : undefined;
  return item === undefined ? undefined : { at: startOf(item), node: item };
}

/** More levels than this no target file has. */
const mostLevels = 100;

/** Reads a text that is JSON and has each key once; the reader of YAML, which takes as long as all else, is asked only where something stands. */
function readJson(text: string): TargetDocument | undefined {
  const { depth, duplicates } = scanJson(text, mostLevels);
  if (depth > mostLevels || duplicates.length > 0) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const lineOf = (place: FilePlace) => {
      const document = readYaml(text);
      return 'problems' in document ? undefined : document.lineOf(place);
    };
    return { value, lineOf };
  } catch {
    return undefined;
  }
}

/** Reads JSON or YAML of one document; gives the problems of its syntax, each with its line, when it is neither. */
export const readDocument = (text: string): TargetDocument | { problems: Problem[] } =>
  readJson(text) ?? readYaml(text);

function readYaml(text: string): TargetDocument | { problems: Problem[] } {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  const problems = [...document.errors.map(syntaxProblem), ...aliasProblems(document, counter)];
  if (problems.length > 0) return { problems };
  let value: unknown;
  try {
    value = document.toJS();
  } catch {
    const problem = { where: '/', wanted: 'JSON or YAML', seen: 'more aliases than a target file needs', hint };
    return { problems: [problem] };
  }
  const lineOf = (place: FilePlace) => {
    let inside: Inside = { at: startOf(document.contents), node: document.contents };
    for (const part of place) {
      const resolved = isAlias(inside.node) ? inside.node.resolve(document) : inside.node;
      const next = step(resolved, part);
      if (!next) break;
      inside = next;
    }
    return inside.at === undefined ? undefined : counter.linePos(inside.at).line;
  };
  return { value, lineOf };
}

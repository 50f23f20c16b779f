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

/** A parsed target file: its value, and a function for the line (from 1) of a place, or of the nearest place around it. */
export interface TargetDocument {
  value: unknown;
  lineOf(place: FilePlace): number | undefined;
}

/** The messages of these errors repeat text of the file, which may be a secret. */
const repeating = new Set(['BAD_ALIAS', 'BAD_DQ_ESCAPE', 'TAG_RESOLVE_FAILED', 'UNEXPECTED_TOKEN', 'BAD_DIRECTIVE']);

const hint = 'Correct the syntax.';
const quoteHint = 'Put a text that begins with * in quotes.';

function syntaxProblem({ code, message, linePos }: YAMLError): Problem {
  const [first = ''] = message.split('\n');
  const seen = repeating.has(code) ? code.toLowerCase().replaceAll('_', ' ') : first.replace(/ at line.*$/, '');
  return { where: '/', ...(linePos && { line: linePos[0].line }), wanted: 'JSON or YAML', seen, hint };
}

/** Reports aliases without an anchor; their names are not shown. */
function aliasProblems(document: Document.Parsed, counter: LineCounter): Problem[] {
  const problems: Problem[] = [];
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document)) return;
      const line = alias.range ? { line: counter.linePos(alias.range[0]).line } : {};
      problems.push({
        where: '/',
        ...line,
        wanted: 'JSON or YAML',
        seen: 'an alias (*) without an anchor',
        hint: quoteHint,
      });
    },
  });
  return problems;
}

type Inside = { at: number | undefined; node: unknown };

const startOf = (node: unknown) => (node as Node | null)?.range?.[0];

/** Goes one step down from a node; undefined if the node has no member with this name. */
function step(node: unknown, part: string): Inside | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }: Pair) => isScalar(key) && String(key.value) === part);
    return pair && { at: startOf(pair.key), node: pair.value };
  }
  const item = isSeq(node) ? node.items[Number(part)] : undefined;
  return item === undefined ? undefined : { at: startOf(item), node: item };
}

/** No target file has more levels than this. */
const mostLevels = 100;

/**
 * Reads a JSON text without duplicate keys. The YAML reader finds the lines, but takes as long as everything else together, so it runs only when a line is
 * requested.
 */
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

/** Reads one document of JSON or YAML; if it is neither, returns its syntax problems, each with its line. */
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

import ts from 'typescript';
import { dotted } from './mentions.ts';
import { isSpec, lineOf, type Tree, walk } from './sourceTree.ts';

const kinds = ['must', 'should', 'observe'] as const;

/** A test of a spec; `title` is missing when it is computed, `id` when the title has none, `kind` when no kind is named. */
export interface Requirement {
  readonly path: string;
  readonly line: number;
  readonly title?: string;
  readonly id?: string;
  readonly kind?: (typeof kinds)[number];
}

/** Every test of every spec, in the order of the tree; a test is a call of `test`, `test.only` and the like with a body. */
export function* requirementsOf(tree: Tree): Generator<Requirement> {
  for (const source of tree.sources.filter(({ path }) => isSpec(path))) {
    for (const node of walk(source.ast)) {
      if (!ts.isCallExpression(node) || !isTestCall(node)) continue;
      yield { path: source.path, line: lineOf(source, node), ...titleOf(node), ...kindOf(node) };
    }
  }
}

function isTestCall(node: ts.CallExpression): boolean {
  const name = dotted(node.expression);
  const body = node.arguments.at(-1);
  const hasBody = body !== undefined && (ts.isArrowFunction(body) || ts.isFunctionExpression(body));
  if (name === 'test') return node.arguments.length > 0;
  return /^test\.(only|skip|fixme|fail)$/.test(name) && node.arguments.length > 1 && hasBody;
}

function titleOf({ arguments: [title] }: ts.CallExpression): Pick<Requirement, 'title' | 'id'> {
  if (!title || !ts.isStringLiteralLike(title)) return {};
  const id = /^[A-Z]{3}-\d{2}[a-z]?(?= |$)/.exec(title.text)?.[0];
  return id === undefined ? { title: title.text } : { title: title.text, id };
}

function kindOf({ arguments: [, details] }: ts.CallExpression): Pick<Requirement, 'kind'> {
  if (!details || ts.isArrowFunction(details) || ts.isFunctionExpression(details)) return {};
  const words = [...walk(details)].flatMap((node) => (ts.isIdentifier(node) ? [node.text] : []));
  const kind = kinds.find((each) => words.includes(each));
  return kind === undefined ? {} : { kind };
}

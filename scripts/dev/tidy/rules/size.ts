import ts from 'typescript';
import { isTable } from '../source/dataTable.ts';
import { dotted } from '../source/mentions.ts';
import { isSpec, isTest, lineOf, type Source, type Tree, walk } from '../source/sourceTree.ts';
import type { Rule, Violation } from '../source/violation.ts';

/** The limits of the size law, in lines but for `parameters`; a function is measured by its body, braces included. */
const limits = { source: 250, test: 400, spec: 400, function: 60, parameters: 3, median: 75 } as const;

/** Fewer sources than this have no meaningful median. */
const medianNeeds = 20;

/** Files, functions and parameter lists stay small; pure tables of data and `test.describe` callbacks may be long. */
export const size: Rule = {
  name: 'size',
  *find(tree: Tree) {
    for (const source of tree.sources) yield* [...fileBreaches(source), ...functionBreaches(source)];
    yield* medianBreaches(tree);
  },
};

function fileBreaches(source: Source): Violation[] {
  const limit = isSpec(source.path) ? limits.spec : isTest(source.path) ? limits.test : limits.source;
  const lines = linesOf(source);
  if (lines <= limit || isTable(source)) return [];
  const fix = 'split it by idea (only a pure table of data may be longer)';
  return [{ path: source.path, line: limit + 1, wanted: `at most ${limit} lines in a file`, seen: `${lines}`, fix }];
}

function* functionBreaches(source: Source): Generator<Violation> {
  for (const node of walk(source.ast)) {
    if (!isBodied(node)) continue;
    const place = { path: source.path, line: lineOf(source, node) };
    const lines = bodyLines(source, node.body);
    if (lines > limits.function && !isDescribe(node)) {
      const wanted = `at most ${limits.function} lines in a function`;
      yield { ...place, wanted, seen: `${lines}`, fix: 'name its steps as functions of their own' };
    }
    const count = node.parameters.filter(({ name }) => name.getText(source.ast) !== 'this').length;
    if (count > limits.parameters) {
      const wanted = `at most ${limits.parameters} parameters`;
      yield { ...place, wanted, seen: `${count}`, fix: 'take an object with named fields' };
    }
  }
}

function* medianBreaches({ sources }: Tree): Generator<Violation> {
  const measured = sources.filter((source) => !isTest(source.path) && !isSpec(source.path) && !isTable(source));
  const byLength = measured.map((source) => ({ path: source.path, lines: linesOf(source) }));
  byLength.sort((left, right) => left.lines - right.lines);
  const middle = byLength[Math.floor((byLength.length - 1) / 2)];
  const longest = byLength.at(-1);
  if (!middle || !longest || byLength.length < medianNeeds || middle.lines <= limits.median) return;
  const wanted = `a median source file of at most ${limits.median} lines`;
  yield {
    path: longest.path,
    line: 1,
    wanted,
    seen: `${middle.lines}`,
    fix: 'split the longest files, this one first',
  };
}

function linesOf({ text }: Source): number {
  return text.replace(/\n$/, '').split('\n').length;
}

type Bodied = ts.FunctionLikeDeclaration & { readonly body: ts.ConciseBody };

function isBodied(node: ts.Node): node is Bodied {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

function bodyLines(source: Source, body: ts.ConciseBody): number {
  const { line: last } = source.ast.getLineAndCharacterOfPosition(body.getEnd());
  return last + 2 - lineOf(source, body);
}

function isDescribe({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && /^test\.describe(\.|$)/.test(dotted(parent.expression));
}

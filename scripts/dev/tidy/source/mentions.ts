import ts from 'typescript';
import { lineOf, type Source, walk } from './sourceTree.ts';

/**
 * A value named in code: `name` is the dotted way to it (`Date.now`, `new Date`, `…` for what has no name);
 * `args` is set when it is called. A bare name counts only when it is called, a dotted one always.
 */
export interface Mention {
  readonly name: string;
  readonly line: number;
  readonly args?: readonly ts.Expression[];
}

/** Every mention in a source, in the order of the text. */
export function* mentionsOf(source: Source): Generator<Mention> {
  for (const node of walk(source.ast)) {
    const mention = mentionOf(node);
    if (mention) yield { ...mention, line: lineOf(source, node) };
  }
}

/** The dotted name of an expression; a global's own object (`globalThis.x`) is left out. */
export function dotted(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return below(dotted(node.expression), node.name.text);
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
    return below(dotted(node.expression), node.argumentExpression.text);
  }
  return '…';
}

function below(parent: string, name: string): string {
  return parent === 'globalThis' ? name : `${parent}.${name}`;
}

function mentionOf(node: ts.Node): Omit<Mention, 'line'> | undefined {
  if (ts.isNewExpression(node)) return { name: `new ${dotted(node.expression)}`, args: node.arguments ?? [] };
  if (ts.isCallExpression(node)) return { name: dotted(node.expression), args: node.arguments };
  const isAccess = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  if (!isAccess || isCallee(node) || isLinkOfChain(node)) return undefined;
  return { name: dotted(node) };
}

function isCallee(node: ts.Expression): boolean {
  const { parent } = node;
  return (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node;
}

function isLinkOfChain(node: ts.Expression): boolean {
  const { parent } = node;
  return (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) && parent.expression === node;
}

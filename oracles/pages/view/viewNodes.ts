import { parse } from 'yaml';

/** One element of a page as people and screen readers perceive it. */
export interface ViewNode {
  role: string;
  /** Its name; for an element without a role of its own, the text in it. */
  name: string;
  /** What a field holds, or the text of an element. */
  value: string;
  /** Playwright's reference to the element in the live page; options of a native list have none. */
  ref: string | undefined;
  /** Where a link leads. */
  url: string | undefined;
  states: ReadonlySet<string>;
  parent: ViewNode | undefined;
  children: ViewNode[];
}

const keyPattern = /^(\S+)(?: (?:"((?:[^"\\]|\\.)*)"|\/(.*)\/))?((?: \[[^\]]*\])*)$/s;

const unescaped = (text: string) => text.replace(/\\(["\\])/g, '$1').replace(/\\n/g, ' ');

function nodeOf(key: string, parent: ViewNode | undefined): ViewNode {
  const [, role = key, name = '', pattern = '', rest = ''] = keyPattern.exec(key) ?? [];
  const states = [...rest.matchAll(/\[([^\]]*)\]/g)].map(([, state = '']) => state);
  const ref = states.find((state) => state.startsWith('ref='))?.slice(4);
  const named = unescaped(name) || pattern;
  return { role, name: named, value: '', ref, url: undefined, states: new Set(states), parent, children: [] };
}

const textNode = (value: string, parent: ViewNode | undefined): ViewNode => ({
  ...nodeOf('text', parent),
  name: value,
});

/** Adds what stands below the key of an element: a text, or a list of elements. */
function fill(node: ViewNode, below: unknown): void {
  if (!Array.isArray(below)) {
    node.value = below === null || below === undefined ? '' : String(below);
    return;
  }
  for (const item of below) {
    if (typeof item === 'object' && item !== null && '/url' in item) node.url = String(item['/url']);
    else node.children.push(...nodesIn(item, node));
  }
}

function nodesIn(item: unknown, parent: ViewNode | undefined): ViewNode[] {
  if (typeof item === 'string') return [nodeOf(item, parent)];
  if (typeof item !== 'object' || item === null) return [];
  return Object.entries(item).flatMap(([key, below]) => {
    if (key.startsWith('/')) return [];
    if (key === 'text') return [textNode(String(below ?? ''), parent)];
    const node = nodeOf(key, parent);
    fill(node, below);
    return [node];
  });
}

/** Returns the whole lines of a snapshot that may have been cut. */
const wholeLines = (text: string, isCut: boolean) =>
  isCut ? text.slice(0, Math.max(0, text.lastIndexOf('\n'))) : text;

const flat = (nodes: readonly ViewNode[]): ViewNode[] => nodes.flatMap((node) => [node, ...flat(node.children)]);

/** Returns every element of a snapshot, parents before their children; empty if the snapshot cannot be read. */
export function viewNodes(seen: string, isCut = false): ViewNode[] {
  try {
    const items: unknown = parse(wholeLines(seen, isCut), { maxAliasCount: 0, logLevel: 'silent' });
    return Array.isArray(items) ? flat(items.flatMap((item) => nodesIn(item, undefined))) : [];
  } catch {
    return [];
  }
}

/** Returns all text in an element and below it. */
export function textOf(node: ViewNode): string {
  return [node.name, node.value, ...node.children.map(textOf)].filter(Boolean).join(' ');
}

/** Returns all text that a snapshot shows, on one line. */
export const textIn = (nodes: readonly ViewNode[]): string =>
  nodes.flatMap(({ name, value }) => [name, value].filter(Boolean)).join(' ');

const interactive: ReadonlySet<string> = new Set([
  ...['button', 'radio', 'option', 'menuitem', 'menuitemradio', 'tab', 'checkbox', 'switch', 'link', 'treeitem'],
]);

const isPlainRole = ({ role }: ViewNode) =>
  !interactive.has(role) && !['textbox', 'spinbutton', 'combobox', 'searchbox', 'slider', 'iframe'].includes(role);

/** True for an element that people choose or press: by its role, or by the hand that the mouse becomes over it. */
export function isPressable(node: ViewNode): boolean {
  if (interactive.has(node.role)) return true;
  if (!node.states.has('cursor=pointer') || node.parent?.states.has('cursor=pointer') || !isPlainRole(node))
    return false;
  return flat(node.children).every(isPlainRole);
}

/** True for an element that cannot be used now. */
export const isDisabled = ({ states }: ViewNode): boolean => states.has('disabled');

/** True for an element that is marked as the chosen one. */
export const isChosen = ({ states }: ViewNode): boolean =>
  ['checked', 'selected', 'pressed'].some((state) => states.has(state));

/** True for a role whose elements say whether they are chosen. */
export const saysChosen = ({ role }: ViewNode): boolean =>
  ['radio', 'option', 'menuitemradio', 'tab', 'checkbox', 'switch'].includes(role);

/** True for a field in which people write. */
export const isField = ({ role, states }: ViewNode): boolean =>
  ['textbox', 'spinbutton', 'slider'].includes(role) && !states.has('disabled') && !states.has('readonly');

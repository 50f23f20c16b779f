import { type Exact, parseExact } from './exact.ts';

/** Whether a text is JSON with a description and a list of values, each with value and name, at any place in it (§ Payment method, extra). */
export function isChoicesJson(text: string): boolean {
  const parsed = parseExact(text);
  return 'value' in parsed && holdsChoices(parsed.value);
}

function holdsChoices(node: Exact): boolean {
  if (node === null || typeof node !== 'object') return false;
  const members = Object.values(node);
  // The text names neither the description nor the list, so both are told by their shape.
  const described = members.some((member) => typeof member === 'string') && members.some(isListOfChoices);
  return described || members.some(holdsChoices);
}

function isListOfChoices(node: Exact): boolean {
  return Array.isArray(node) && node.every(isChoice);
}

function isChoice(node: Exact): boolean {
  return node !== null && typeof node === 'object' && Object.hasOwn(node, 'value') && Object.hasOwn(node, 'name');
}

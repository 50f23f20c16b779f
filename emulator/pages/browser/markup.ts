import type { ShownText } from '../../domain/pageView.ts';

type Child = Node | string | null | undefined | false;

/** Attributes by name; a function is the listener of the event with that name. */
type Attributes = Readonly<Record<string, string | boolean | null | ((event: Event) => void)>>;

const SVG = 'http://www.w3.org/2000/svg';

function fill<Made extends Element>(element: Made, attributes: Attributes, children: readonly Child[]): Made {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, '');
    else if (typeof value === 'string') element.setAttribute(name, value);
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

/** Makes an HTML element. Texts become text nodes, so that no markup of strangers is read. */
export const h = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] => fill(document.createElement(tag), attributes, children);

/** Makes an SVG element. */
export const svg = (tag: string, attributes: Attributes = {}, ...children: readonly Child[]): Element =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/** An element with a text of strangers, shown as the service says. */
export function shownText(tag: 'h1' | 'p' | 'span', { text, as }: ShownText, className: string): HTMLElement {
  const element = h(tag, { class: className });
  if (as === 'markup') element.innerHTML = text;
  else element.textContent = text;
  return element;
}

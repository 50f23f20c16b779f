import { draw } from './drawn.ts';
import { embed } from './embedded.ts';
import { ownDocument, settings } from './settings.ts';

/** The element of a checkout: its id attribute is the id of the checkout. */
class AppWidget extends HTMLElement {
  static readonly observedAttributes = ['id'];
  #root: ShadowRoot | HTMLElement | undefined;
  #end: (() => void) | undefined;

  connectedCallback(): void {
    this.#restart();
  }

  disconnectedCallback(): void {
    gone.add(this);
    this.#end?.();
    this.#end = undefined;
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (this.isConnected && before !== after && settings.fills !== 'named') this.#restart();
  }

  #restart(): void {
    this.#end?.();
    this.#end = undefined;
    if (this.id === '' || !mayShow() || !mayFill(this)) return;
    this.#root ??= settings.shadow === 'none' ? this : this.attachShadow({ mode: settings.shadow });
    const telling = { id: this.id, changed: (checkout: unknown) => this.#tell(checkout) };
    const isDrawn = ownDocument !== undefined || settings.drawnIn === 'page';
    this.#end = isDrawn ? draw(this, this.#root, telling) : embed(this, this.#root, telling);
  }

  /** Tells the page around the widget that the status of the checkout changed (§ Widget callback event). */
  #tell(checkout: unknown): void {
    const { eventName, eventProperty, tellsFrom } = settings;
    const detail = eventProperty === 'detail' ? checkout : null;
    const event = new CustomEvent(eventName, { bubbles: true, composed: true, detail });
    if (eventProperty !== 'detail') Object.defineProperty(event, eventProperty, { value: checkout, enumerable: true });
    (tellsFrom === 'element' ? this : document).dispatchEvent(event);
  }
}

/** The first element of each checkout. */
const filled = new Map<string, Element>();

/** The elements that were taken away once. */
const gone = new WeakSet<Element>();

/** True unless a careless service fills only some elements. */
function mayFill(element: Element): boolean {
  if (settings.fills === 'once') return !gone.has(element);
  const first = filled.get(element.id) ?? element;
  filled.set(element.id, first);
  if (settings.fills === 'first') return first === element;
  return settings.fills !== 'present' || document.readyState !== 'complete';
}

/** How careless services recognize a domain in the page of their script. */
const inPage = {
  address: (name: string) => location.hostname === name || location.href.slice(location.origin.length).includes(name),
  pattern: (name: string) => new RegExp(`^${name}$`).test(location.hostname),
};

/** True unless a careless service leaves it to this script to know the domains: then the topmost page decides, or the one with the script. */
function mayShow(): boolean {
  const { guard, approved } = settings;
  if (guard === 'address' || guard === 'pattern') return ownDocument !== undefined || approved.some(inPage[guard]);
  if (guard === 'policy' || ownDocument !== 'frame') return true;
  const top = [...location.ancestorOrigins].at(-1);
  return top !== undefined && approved.includes(new URL(top).hostname);
}

if (customElements.get('app-widget') === undefined) customElements.define('app-widget', AppWidget);

import { settings } from './settings.ts';

/** The two layouts of the widget. */
export type Layout = 'desktop' | 'mobile';

/** Gives an element the width of its layout, now and when the window changes. Returns how to stop. */
export function followLayout(element: HTMLElement, apply: (layout: Layout) => void): () => void {
  const narrow = matchMedia(`(max-width: ${settings.mobileUpToPx}px)`);
  const show = (): void => {
    element.style.display = 'block';
    element.style.width = narrow.matches ? '100%' : `${settings.widthPx}px`;
    apply(narrow.matches ? 'mobile' : 'desktop');
  };
  narrow.addEventListener('change', show);
  show();
  return () => narrow.removeEventListener('change', show);
}

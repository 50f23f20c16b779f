import { settings } from './settings.ts';

/** The two layouts of the widget. */
export type Layout = 'desktop' | 'mobile';

const fixed = `${settings.widthPx}px`;

/** The styles of a widget on a desktop, by how careful its service is. */
const desktopStyles = {
  fixed: { width: fixed, maxWidth: '' },
  withinColumn: { width: fixed, maxWidth: '100%' },
  asBlock: { width: 'auto', maxWidth: fixed },
  inLetters: { width: `${settings.widthPx / 16}rem`, maxWidth: '' },
} as const;

/** Gives an element the width of its layout, now and when the window changes. Returns how to stop. */
export function followLayout(element: HTMLElement, apply: (layout: Layout) => void): () => void {
  const upright = settings.follows === 'uprightScreen' ? ' and (orientation: portrait)' : '';
  const narrow = matchMedia(`(max-width: ${settings.mobileUpToPx}px)${upright}`);
  const column = (): number => element.parentElement?.clientWidth ?? innerWidth;
  let isFirst = settings.mobileWhen === 'resized';
  const show = (): void => {
    const isNarrow = settings.follows === 'column' ? column() <= settings.mobileUpToPx : narrow.matches;
    const isMobile = isNarrow && !isFirst;
    isFirst = false;
    element.style.display = 'block';
    Object.assign(element.style, isMobile ? { width: '100%', maxWidth: '' } : desktopStyles[settings.sized]);
    apply(isMobile ? 'mobile' : 'desktop');
  };
  if (settings.follows === 'column') addEventListener('resize', show);
  narrow.addEventListener('change', show);
  show();
  return () => {
    removeEventListener('resize', show);
    narrow.removeEventListener('change', show);
  };
}

import { hasOtherLayout, isDesktopWidth } from '../../oracles/pages/widget/widgetWidth.ts';
import { screens, type Visit } from './visit.ts';
import { awaitBox, type Box } from './widgetBox.ts';

/** The columns around the widget: narrower than a screen with the mobile layout, nearly as narrow as the widget, narrower; and places that give their content no width. */
const columns = [
  ['of 600 px', 'width: 600px'],
  ['of 440 px', 'width: 440px'],
  ['of 300 px', 'width: 300px'],
  ['that is a flex box', 'display: flex; align-items: flex-start'],
  ['that floats', 'float: left'],
] as const;

/** What a merchant's page says of all that is in it: letters of other sizes, from which lengths may be reckoned, and the other direction. */
const pageStyles = [
  ['of a page in small letters', 'font-size: 62.5%'],
  ['of a page in large letters', 'font-size: 137.5%'],
  ['of a page from right to left', 'direction: rtl'],
] as const;

/** The places around the widget, each with the element that has the style. */
const places = [
  ...columns.map(([name, style]) => ({ name, at: '#column', style })),
  ...pageStyles.map(([name, style]) => ({ name, at: 'html', style })),
];

/** Looks at the widget in columns of a wide screen, since the screen decides on its layout. */
async function measureInColumns(visit: Visit): Promise<void> {
  const put = (at: string, style: string) =>
    visit.page.evaluate(`document.querySelector('${at}').style.cssText = '${style}'`);
  for (const [nth, { name, at, style }] of places.entries()) {
    await put(at, style);
    // Some widgets look at their place only when the window changes.
    await visit.page.setViewportSize({ ...screens.desktop, width: screens.desktop.width - 1 - nth });
    await awaitBox(visit.page, ({ width }) => isDesktopWidth(width), visit.mostMs);
    await visit.look(`in a column ${name}`);
    await put(at, '');
  }
}

/** Looks at the widget on some screens, wide ones first, when its layout has followed the window or was given the time for that. */
async function lookOn(visit: Visit, sizes: readonly { width: number; height: number }[], when: string): Promise<void> {
  let above: Box | undefined;
  for (const size of sizes) {
    await visit.page.setViewportSize(size);
    const isMobile = size.width <= screens.mobile.width;
    const fits = (box: Box) => (isMobile ? hasOtherLayout(above, box) : isDesktopWidth(box.width));
    const box = await awaitBox(visit.page, fits, visit.mostMs);
    if (!isMobile) above = box;
    await visit.look(`${when} ${size.width} px`);
  }
}

/** Looks at the widget on each screen, and in columns. */
export async function measure(visit: Visit): Promise<void> {
  await lookOn(visit, Object.values(screens), 'at');
  await measureInColumns(visit);
  await visit.page.setViewportSize(screens.desktop);
  await visit.look('again');
}

/** Looks at a widget above and at the bound of the mobile layout once more, since its state is another now. */
export async function measureLater(visit: Visit): Promise<void> {
  await lookOn(visit, [screens.aboveMobile, screens.mobile], 'then at');
  await visit.page.setViewportSize(screens.desktop);
}

/** Loads a widget on a narrow screen and looks at it there, then loads it on a wide one again. */
export async function loadNarrow(visit: Visit, address: string): Promise<void> {
  await visit.page.setViewportSize(screens.mobile);
  await visit.go(address);
  await awaitBox(visit.page, ({ width, height }) => height > 0 && !isDesktopWidth(width), visit.mostMs);
  await visit.look(`loaded at ${screens.mobile.width} px`);
  await visit.page.setViewportSize(screens.desktop);
  await visit.go(address);
  await visit.look('again');
}

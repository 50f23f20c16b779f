import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import { evidenceOf, looksOf, notSeen, type Seen, shows } from '../visits.ts';

/** True for a width that the interface states for the desktop. */
export const isDesktopWidth = (width: number): boolean => width === 392 || width === 390;

/** The size of a widget, in CSS pixels. */
interface Size {
  width: number;
  height: number;
}

/** True if a widget on a narrower screen has another size than above, which shows that its layout is another. */
export const hasOtherLayout = (above: Size | undefined, now: Size): boolean =>
  above?.width !== now.width || above.height !== now.height;

/** What a look shows apart from references and times. */
const shownIn = ({ seen, places = '' }: Seen) => [seen.replace(/\[ref=\w+\]|\d+/g, ''), places].join('\n');

/** The widths of the screens that show the one layout and the other, upright and on their side (§ Embedded widget flow); those at the bound are needed. */
const above = 759;
const [desktops, mobiles] = [
  [1280, 759, 800, 1920],
  [758, 667, 390],
];

/** The widget has its fixed width on a desktop, and another layout on screens up to 758 px (WID-03). */
export function hasWidgetWidth(record: RunRecord, { page: id }: { page: string }): OracleResult {
  const page = record.page(id);
  const at = (width: number) => looksOf(page, `at ${width} px`).at(-1);
  const [wide, above, mobile] = [at(1280), at(759), at(758)];
  if (!wide?.box || !above?.box || !mobile?.box) return notSeen(page, 'a widget of some size');
  const inColumns = looksOf(page, 'in a column').flatMap(({ step, box }) =>
    box && !isDesktopWidth(box.width)
      ? [shows(page, `a widget 392 px wide ${step} of a wide screen, since the screen decides`, `${box.width} px`)]
      : [],
  );
  const onDesktops = desktops.flatMap((screen) => {
    const box = at(screen)?.box;
    if (!box || isDesktopWidth(box.width)) return [];
    return [shows(page, `a widget 392 px wide on a screen of ${screen} px`, `${box.width} px`)];
  });
  const alike = mobiles.flatMap((screen) => {
    const look = at(screen);
    return look?.box && !hasOtherLayout(above.box, look.box) ? [{ screen, look, box: look.box }] : [];
  });
  const onMobiles = alike.flatMap(({ screen, look, box }) => {
    // No size of the mobile layout is stated: it may be arranged otherwise within the same one.
    if (shownIn(look) !== shownIn(above)) return [];
    const seen = `the widget as on 759 px, ${box.width} by ${box.height} px`;
    return [shows(page, `the mobile layout on a screen of ${screen} px`, seen)];
  });
  const faults = [...inColumns, ...onDesktops, ...onMobiles];
  if (faults.length === 0 && alike.length > 0) return notSeen(page, 'a mobile layout that its size tells apart');
  return toResult(evidenceOf(page), faults);
}

/** The looks at a narrow screen that are compared with one at a screen above: loaded there, and when something was chosen. */
const narrow = [
  ['loaded at 758 px', 'at 759 px'],
  ['then at 758 px', 'then at 759 px'],
] as const;

/** The widget has the mobile layout also when it is loaded on a narrow screen, and when its checkout has gone on (WID-03). */
export function keepsMobileLayout(record: RunRecord, { page: id }: { page: string }): OracleResult {
  const page = record.page(id);
  const pairs = narrow.flatMap(([step, before]) => {
    const [look, wide] = [step, before].map((name) => looksOf(page, name).at(-1));
    return look?.box && wide?.box && isDesktopWidth(wide.box.width) ? [{ look, box: look.box, wide }] : [];
  });
  const alike = pairs.filter(({ box, wide }) => !hasOtherLayout(wide.box, box));
  const faults = alike.flatMap(({ look, box, wide }) =>
    shownIn(look) === shownIn(wide)
      ? [shows(page, `the mobile layout (${look.step})`, `the widget as above, ${box.width} by ${box.height} px`)]
      : [],
  );
  if (faults.length === 0 && (pairs.length === 0 || alike.length > 0))
    return notSeen(page, 'a widget of some size on a narrow screen that its size tells apart');
  return toResult(evidenceOf(page), faults);
}

/** The looks at a widget whose screen has not changed for a while. */
const isCalm = ({ step }: Seen) => /^(?:chosen|waiting|before forging|after forging|detected|settled|over)/.test(step);

/** The widget keeps its width on a desktop, whatever becomes of its checkout (WID-03). */
export function keepsWidgetWidth(record: RunRecord, { page: id }: { page: string }): OracleResult {
  const page = record.page(id);
  const calm = looksOf(page).filter((look) => isCalm(look) && look.screen.width >= above);
  const faults = calm.flatMap(({ step, box }) =>
    box && !isDesktopWidth(box.width) ? [shows(page, `a widget 392 px wide (${step})`, `${box.width} px`)] : [],
  );
  if (!calm.some(({ box }) => box)) return notSeen(page, 'a widget of some size after the choice');
  return toResult(evidenceOf(page), faults.slice(0, 1));
}

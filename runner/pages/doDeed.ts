import type { Locator } from '@playwright/test';
import { chosenIn } from '../../oracles/pages/choosing.ts';
import { namesChainOf, namesCurrencyOf } from '../../oracles/pages/view/assetWords.ts';
import type { ViewNode } from '../../oracles/pages/view/viewNodes.ts';
import type { PageLocators } from '../../traffic/target/file/targetFile.ts';
import { type Deed, locatorOf, nextDeed, type Wish } from './deeds.ts';
import type { Visit } from './visit.ts';

/** How long one deed may take, ms, and how long its effect is awaited: going on may take a server's answer. */
const [deedMs, choiceMs, goMs] = [1_500, 1_200, 6_000];

/** Presses an element, however it takes it: some are covered by their own label. */
async function press(visit: Visit, node: ViewNode): Promise<void> {
  const list = node.ref === undefined ? nearest(node) : undefined;
  if (list) {
    await visit.live(list).selectOption({ label: node.name }, { timeout: deedMs });
    return;
  }
  const element = visit.live(node);
  const ways: (() => Promise<void>)[] = [
    () => element.click({ timeout: deedMs }),
    () => element.locator('xpath=ancestor-or-self::label').last().click({ timeout: deedMs }),
    () => element.click({ timeout: deedMs, force: true }),
    () => element.dispatchEvent('click', {}, { timeout: deedMs }),
  ];
  for (const [nth, way] of ways.entries()) {
    const isDone = await way().then(
      () => true,
      (error: unknown) => {
        if (nth === ways.length - 1) throw error;
        return false;
      },
    );
    if (isDone) return;
  }
}

/** The list that an option without a reference of its own belongs to. */
function nearest(node: ViewNode): ViewNode | undefined {
  for (let one = node.parent; one; one = one.parent) if (one.ref !== undefined) return one;
  return undefined;
}

/** Writes a text into a field as people do: what was there is replaced, and the field is left. */
async function write(field: Locator, text: string): Promise<void> {
  await field.fill(text, { timeout: deedMs });
  await field.blur({ timeout: deedMs }).catch(() => undefined);
}

async function byLocator(
  visit: Visit,
  { locator, text, asset }: { locator: string; text: string | undefined; asset: string },
) {
  const element = visit.page.locator(locatorOf(locator, asset)).first();
  if (text !== undefined) return write(element, text);
  const tagOf = ({ tagName }: { tagName: string }) => tagName;
  const tag: unknown = await element.evaluate(tagOf as never, undefined as never, { timeout: deedMs }).catch(() => '');
  const isList = tag === 'SELECT';
  if (!isList) return element.click({ timeout: deedMs });
  const labels = await element.locator('option').allTextContents();
  const fits = labels.filter((label) => namesCurrencyOf(asset, label));
  const label =
    fits.find((one) => namesChainOf(asset, one)) ?? fits[0] ?? labels.find((one) => namesChainOf(asset, one));
  if (label !== undefined) await element.selectOption({ label: label.trim() }, { timeout: deedMs });
}

/** What a deed needs to know: the asset to choose, and the locators of the target file. */
interface Means {
  asset: string;
  locators: PageLocators;
}

/** Tries one deed; returns false if it cannot be done. */
async function attempt(visit: Visit, deed: Deed, { asset, locators }: Means): Promise<boolean> {
  const run = async () => {
    if (deed.does === 'press') await press(visit, deed.node);
    else if (deed.does === 'fill') await write(visit.live(deed.node), deed.text);
    else await byLocator(visit, { locator: locators[deed.field] ?? '', text: deed.text, asset });
  };
  let isDone = true;
  const tried = () =>
    run().catch(() => {
      isDone = false;
    });
  await visit.act(tried, deed.key.startsWith('go ') ? goMs : choiceMs);
  return isDone;
}

/** Does one deed on a page, once more if the page has drawn its element anew meanwhile; returns false if the page does not let it be done. */
export async function doDeed(visit: Visit, deed: Deed, means: Means): Promise<boolean> {
  if (await attempt(visit, deed, means)) return true;
  if (deed.does === 'locator') return false;
  const { role, name, ref } = deed.node;
  const redrawn = visit.nodes.find((one) => one.role === role && one.name === name);
  return redrawn !== undefined && redrawn.ref !== ref && (await attempt(visit, { ...deed, node: redrawn }, means));
}

/** More deeds than any page needs from its opening to its address. */
const mostDeeds = 16;

/** How the pursuit of a wish ended: what was reached, or the deed that was missing. */
export interface Pursuit {
  isReached: boolean;
  did: readonly string[];
  /** The texts of choices that were pressed, or were marked as chosen when the page was told to go on. */
  chose: readonly string[];
}

/** Does one thing after another until the page shows what is sought, or nothing is left to do. */
export async function pursue(
  visit: Visit,
  {
    wish,
    locators,
    until,
    stops,
    after,
  }: {
    wish: Wish;
    locators: PageLocators;
    until: (nodes: readonly ViewNode[]) => boolean;
    stops?: (deed: Deed) => boolean;
    /** Runs after each deed. */
    after?: (deed: Deed) => Promise<unknown>;
  },
): Promise<Pursuit> {
  const done = new Set<string>();
  const [pressed, marked] = [new Set<string>(), new Set<string>()];
  const ended = (isReached: boolean): Pursuit => ({
    isReached,
    did: [...done],
    chose: [...new Set([...pressed, ...marked])],
  });
  for (let nth = 0; nth < mostDeeds; nth += 1) {
    const { nodes } = visit;
    if (until(nodes)) return ended(true);
    const deed = nextDeed({ nodes, wish, done, locators });
    if (!deed || stops?.(deed)) return ended(false);
    done.add(deed.key);
    if (deed.key.startsWith('go ')) for (const text of chosenIn({ nodes })) marked.add(text);
    const isDone = await doDeed(visit, deed, { asset: wish.asset, locators });
    if (isDone && deed.key.startsWith('choose ')) pressed.add(deed.key.slice('choose '.length));
    await after?.(deed);
  }
  return ended(until(visit.nodes));
}

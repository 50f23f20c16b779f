import { chainOf, namesChainOf, namesCurrencyOf } from '../../oracles/pages/view/assetWords.ts';
import { type Choice, choicesIn, leadsAway } from '../../oracles/pages/view/choices.ts';
import { balanceWords, forward, otherwise, ownAmountWords } from '../../oracles/pages/view/deedWords.ts';
import {
  isChosen,
  isDisabled,
  isField,
  isPressable,
  textOf,
  type ViewNode,
} from '../../oracles/pages/view/viewNodes.ts';
import { currencyOf } from '../../schemas/domain/assets.ts';
import type { PageDeed, PageLocators } from '../../traffic/target/file/targetFile.ts';

/** What an end user wants on the page of a checkout. */
export interface Wish {
  asset: string;
  /** The amount to write, if the end user decides it. */
  amount?: string;
  /** The text of a suggested amount to pick instead. */
  option?: ViewNode['name'];
}

/** One thing to do on a page. `key` says what it is, so that it is not done twice in vain. */
export type Deed = { key: string } & (
  | { does: 'press'; node: ViewNode }
  | { does: 'fill'; node: ViewNode; text: string }
  | { does: 'locator'; field: PageDeed; text?: string }
);

/** What the next deed depends on: the page, the wish, what was done before, and the locators of the target file. */
export interface Situation {
  nodes: readonly ViewNode[];
  wish: Wish;
  done: ReadonlySet<string>;
  locators: PageLocators;
}

/** Words of a field for something other than an amount. */
const otherField = /e-?mail|search|name|phone|address|wallet|suche|телефон|адрес/i;

const named = (node: ViewNode) => textOf(node).trim();

function pressOf(choice: Choice | undefined): Deed | undefined {
  return choice && { key: `choose ${choice.text}`, does: 'press', node: choice.node };
}

/** Returns the choice to press, unless it is marked as chosen or was pressed before. */
function open(choices: readonly Choice[], done: ReadonlySet<string>): Choice | undefined {
  if (choices.some(({ node }) => isChosen(node))) return undefined;
  return choices.find(({ text }) => !done.has(`choose ${text}`));
}

/** Returns the next choice of an asset: as a whole if it is offered so, else its currency and its blockchain, whichever comes first. */
function choosing({ nodes, wish: { asset }, done }: Situation): Deed | undefined {
  const all = choicesIn(nodes);
  const [ofCurrency, ofChain] = [
    all.filter(({ text }) => namesCurrencyOf(asset, text)),
    all.filter(({ text }) => namesChainOf(asset, text)),
  ];
  const whole = ofCurrency.filter((choice) => ofChain.includes(choice));
  if (whole.length > 0) return pressOf(open(whole, done));
  const bare = (choice: Choice) => choice.currency === undefined || choice.chain === undefined;
  return pressOf(open(ofCurrency.filter(bare), done) ?? open(ofChain.filter(bare), done));
}

/** Returns a list that is still closed, which may hold what is sought. */
function unfolding({ nodes, done }: Situation): Deed | undefined {
  const lists = nodes.filter(
    ({ role, states, children, ref }) =>
      ref !== undefined &&
      !states.has('expanded') &&
      !states.has('disabled') &&
      children.every((child) => child.role !== 'option') &&
      (role === 'combobox' || states.has('collapsed')),
  );
  const node = lists.find((one) => !done.has(`unfold ${one.name}`));
  return node && { key: `unfold ${node.name}`, does: 'press', node };
}

/** Returns the field for an amount on a page. */
export function amountField(nodes: readonly ViewNode[]): ViewNode | undefined {
  const fields = nodes.filter((node) => isField(node) && !otherField.test(node.name));
  return fields.find(({ role }) => role === 'spinbutton') ?? fields[0];
}

/** Returns what opens the field for an own amount, which may be one of several amounts to pick. */
export function openingField(nodes: readonly ViewNode[], done: ReadonlySet<string>): Deed | undefined {
  const node = nodes.find((one) => isPressable(one) && !isDisabled(one) && ownAmountWords.test(named(one)));
  return node && !done.has('own amount') ? { key: 'own amount', does: 'press', node } : undefined;
}

function entering({ nodes, wish, done, locators }: Situation): Deed | undefined {
  const { amount, option } = wish;
  if (option !== undefined) {
    const node = nodes.find((one) => isPressable(one) && !isDisabled(one) && named(one) === option);
    return node && !isChosen(node) && !done.has(`pick ${option}`)
      ? { key: `pick ${option}`, does: 'press', node }
      : undefined;
  }
  const key = `enter ${amount}`;
  if (amount === undefined || done.has(key)) return undefined;
  if (locators.amount !== undefined) return { key, does: 'locator', field: 'amount', text: amount };
  const node = amountField(nodes);
  if (!node) return openingField(nodes, done);
  return node.value !== amount ? { key, does: 'fill', node, text: amount } : undefined;
}

/** Returns the button that goes on: one that says so, else the last that says nothing else. */
function going({ nodes, done, locators, wish }: Situation): Deed | undefined {
  const after = [...done].filter((key) => !key.startsWith('go ')).length;
  if (locators.continue !== undefined) {
    const key = `go ${after}`;
    return done.has(key) ? undefined : { key, does: 'locator', field: 'continue' };
  }
  const choices = new Set(choicesIn(nodes).map(({ node }) => node));
  const buttons = nodes.filter(
    (node) =>
      isPressable(node) &&
      ['button', 'link', 'generic'].includes(node.role) &&
      !isDisabled(node) &&
      !leadsAway(node) &&
      !choices.has(node) &&
      !otherwise.test(named(node)) &&
      !balanceWords.test(named(node)) &&
      named(node) !== wish.option &&
      !done.has(`go ${named(node)} ${after}`),
  );
  // A button that says that it goes on may be disabled; then no other does.
  const isForward = (one: ViewNode) =>
    forward.test(named(one)) && !otherwise.test(named(one)) && !balanceWords.test(named(one));
  const some = nodes.some((one) => one.role === 'button' && isDisabled(one) && isForward(one));
  const node = buttons.findLast(isForward) ?? (some ? undefined : buttons.at(-1));
  return node && { key: `go ${named(node)} ${after}`, does: 'press', node };
}

const locatorFor = (field: 'currency' | 'network', { locators, done }: Situation): Deed | undefined =>
  locators[field] !== undefined && !done.has(field) ? { key: field, does: 'locator', field } : undefined;

/** Returns the next thing to do to fulfil a wish; undefined if nothing is left that has not been tried. */
export function nextDeed(situation: Situation): Deed | undefined {
  const { locators } = situation;
  return (
    locatorFor('currency', situation) ??
    locatorFor('network', situation) ??
    (locators.currency === undefined ? choosing(situation) : undefined) ??
    entering(situation) ??
    (locators.currency === undefined ? unfolding(situation) : undefined) ??
    going(situation)
  );
}

/** Fills the names of an asset into a locator of the target file. */
export const locatorOf = (template: string, asset: string): string =>
  template
    .replaceAll('{asset}', asset)
    .replaceAll('{currency}', currencyOf(asset))
    .replaceAll('{blockchain}', chainOf(asset));

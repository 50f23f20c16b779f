import { h } from './markup.ts';

/** One choice of a list. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** A second name, such as the standard of a network. */
  readonly detail?: string | undefined;
  /** What stands at the end of the line, such as an estimate. */
  readonly side?: string | undefined;
}

/** A list of choices of which one is taken. */
export interface ChoiceField {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: string | null;
  readonly columns: 1 | 2 | 3;
  readonly pick: (value: string) => void;
}

const COLUMNS = { 1: 'tiles', 2: 'tiles two', 3: 'tiles three' } as const;

/** A list of choices as radio buttons. */
export const radioField = ({ name, label, options, chosen, columns, pick }: ChoiceField): HTMLElement =>
  h(
    'fieldset',
    {},
    h('legend', {}, label),
    h('div', { class: COLUMNS[columns] }, ...options.map((option) => radio(name, option, { chosen, pick }))),
  );

function radio(name: string, option: Option, { chosen, pick }: Pick<ChoiceField, 'chosen' | 'pick'>): HTMLElement {
  const { value, label, detail, side } = option;
  const id = `aw-${name}-${value}`;
  // The estimate describes a choice; its name stays what people call it.
  const input = h('input', {
    type: 'radio',
    id,
    name: `aw-${name}`,
    value,
    checked: value === chosen,
    'aria-labelledby': `${id}-name`,
    'aria-describedby': side === undefined ? null : `${id}-side`,
    change: () => pick(value),
  });
  return h(
    'label',
    { class: 'tile' },
    input,
    h('span', { id: `${id}-name` }, label, detail !== undefined && h('small', {}, ` ${detail}`)),
    side !== undefined && h('span', { class: 'side', id: `${id}-side` }, side),
  );
}

/** A list of choices as a drop-down list. */
export function selectField({ name, label, options, chosen, pick }: ChoiceField, none: string): HTMLElement {
  const id = `aw-${name}`;
  const list = h(
    'select',
    { id, change: () => pick(list.value) },
    h('option', { value: '', selected: chosen === null, disabled: true }, none),
    ...options.map(({ value, label: text, detail, side }) =>
      h('option', { value, selected: value === chosen }, [text, detail, side].filter(Boolean).join(' · ')),
    ),
  );
  return h('div', {}, h('label', { class: 'label', for: id }, label), list);
}

/** A field for an amount, with a hint. */
export const amountField = (of: {
  readonly id: string;
  readonly label: string;
  readonly hint: string | null;
  readonly value: string;
  readonly write: (value: string) => void;
}): HTMLElement =>
  h(
    'div',
    { class: 'own' },
    h('label', { class: 'label', for: of.id }, of.label),
    h('input', {
      type: 'text',
      id: of.id,
      inputmode: 'decimal',
      autocomplete: 'off',
      maxlength: '40',
      value: of.value,
      'aria-describedby': of.hint === null ? null : `${of.id}-hint`,
      input: ({ target }) => of.write((target as HTMLInputElement).value),
    }),
    of.hint !== null && h('p', { class: 'hint', id: `${of.id}-hint` }, of.hint),
  );

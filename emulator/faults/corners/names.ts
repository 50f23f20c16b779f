import { FORMS, type Form, KINDS, type Kind, type Predicate } from './predicates.ts';

/** A corner mutant in words: an existing mutant, and the condition under which it departs from the conforming rules. */
export interface Corner {
  readonly mutant: string;
  readonly predicate: Predicate;
}

const PREFIX = 'corner:';

/** What may stand in a path and in a list of names without an escape. */
const PLAIN = /^[\w.:-]+$/;

/** The number of constants of each form. */
const CONSTANTS: Readonly<Record<Form, number>> = { is: 1, from: 1, to: 1, in: 2, every: 1 };

/** The name of a corner mutant, from which `cornerNamed` makes it again: `corner:<mutant>~<kind>~<fact>~<form>~<constants>`. */
export const nameOf = ({ mutant, predicate: { kind, fact, form, constants } }: Corner): string =>
  `${PREFIX}${[mutant, kind, fact, form, ...constants].join('~')}`;

/** Reads the name of a corner mutant; undefined for any other name. The mutant need not exist. */
export function cornerNamed(name: string): Corner | undefined {
  if (!name.startsWith(PREFIX)) return undefined;
  const [mutant = '', kind = '', fact = '', form = '', ...constants] = name.slice(PREFIX.length).split('~');
  const isRight = isKind(kind) && isForm(form) && constants.length === CONSTANTS[form];
  if (!isRight || ![mutant, fact, ...constants].every((part) => PLAIN.test(part))) return undefined;
  return KINDS[kind].looksAt(fact) ? { mutant, predicate: { kind, fact, form, constants } } : undefined;
}

const isKind = (text: string): text is Kind => Object.hasOwn(KINDS, text);

const isForm = (text: string): text is Form => Object.hasOwn(FORMS, text);

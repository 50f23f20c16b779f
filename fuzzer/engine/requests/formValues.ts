import { faultsOf } from '../../../generators/values/confirmSamples.ts';
import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import { ambiguityOf } from '../../../schemas/wire/ambiguity.ts';
import { type Form, formParameter } from '../../../schemas/wire/forms.ts';

const documentOf = ({ document }: Contract) => document as unknown as Plain;

/** Returns why a part of a form may be read as another value: parts are text, and hold no nested lists and no null. */
function vagueness(value: Plain): string | undefined {
  if (value === null) return 'a part of a form is no null';
  if (Array.isArray(value)) {
    if (value.length < 2) return 'a list of fewer than two parts of a form is not told from its item';
    return value.some((item) => typeof item !== 'string') ? 'a list of parts of a form holds texts alone' : undefined;
  }
  if (isPlainObject(value))
    return Object.keys(value).length === 0 ? 'nothing in it is as if it were absent' : undefined;
  if (typeof value === 'string' && /[\r\n\p{Cs}]/u.test(value))
    return 'line breaks and halves of characters are not sure to arrive';
  return undefined;
}

/** Returns why a conforming receiver of a form may read one of its members as another value; undefined if it cannot. */
function memberProblem(
  contract: Contract,
  { kind, media }: Form,
  [name, value]: readonly [string, Plain],
): string | undefined {
  if (!/^[\w.-]+$/.test(name)) return 'an odd name of a member of a form';
  if (kind === 'parts') return vagueness(value);
  const parameter = formParameter(documentOf(contract), media, name);
  return ambiguityOf({ document: documentOf(contract), parameter, value });
}

/** Returns why a form may not carry a value intact; undefined if the form carries the value intact. */
export function formProblem(contract: Contract, form: Form, value: Plain): string | undefined {
  if (!isPlainObject(value)) return 'a form is an object';
  for (const member of Object.entries(value)) {
    const doubted = memberProblem(contract, form, member);
    if (doubted !== undefined) return `body: ${doubted}`;
  }
  return undefined;
}

/** Returns a value with only the members that a form carries intact; undefined if these members do not match the form's schema. */
export function formValue(contract: Contract, form: Form, value: Plain): Plain | undefined {
  if (!isPlainObject(value)) return undefined;
  const members = Object.entries(value).filter((member) => memberProblem(contract, form, member) === undefined);
  const rest = Object.fromEntries(members);
  return faultsOf(contract.document, form.media.schema ?? true)(rest).length === 0 ? rest : undefined;
}

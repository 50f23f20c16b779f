import { faultsOf } from '../../../generators/values/confirmSamples.ts';
import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import { ambiguityOf } from '../../../schemas/wire/ambiguity.ts';
import { type Form, formParameter } from '../../../schemas/wire/forms.ts';

const documentOf = ({ document }: Contract) => document as unknown as Plain;

/** Why a part of a form may be read as another value than it stands for: it is text, and holds no list in a list, and no null. */
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

/** Why a sound reader of a form may take one of its members for another value; undefined where none may. */
function doubtOfMember(
  contract: Contract,
  { kind, media }: Form,
  [name, value]: readonly [string, Plain],
): string | undefined {
  if (!/^[\w.-]+$/.test(name)) return 'an odd name of a member of a form';
  if (kind === 'parts') return vagueness(value);
  const parameter = formParameter(documentOf(contract), media, name);
  return ambiguityOf({ document: documentOf(contract), parameter, value });
}

/** Why a form does not surely carry a value; undefined where it does. */
export function formProblem(contract: Contract, form: Form, value: Plain): string | undefined {
  if (!isPlainObject(value)) return 'a form is an object';
  for (const member of Object.entries(value)) {
    const doubted = doubtOfMember(contract, form, member);
    if (doubted !== undefined) return `body: ${doubted}`;
  }
  return undefined;
}

/** What a form carries of a value; undefined where the rest of it breaks its schema. */
export function formValue(contract: Contract, form: Form, value: Plain): Plain | undefined {
  if (!isPlainObject(value)) return undefined;
  const members = Object.entries(value).filter((member) => doubtOfMember(contract, form, member) === undefined);
  const rest = Object.fromEntries(members);
  return faultsOf(contract.document, form.media.schema ?? true)(rest).length === 0 ? rest : undefined;
}

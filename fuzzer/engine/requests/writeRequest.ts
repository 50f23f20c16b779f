import type { Plain } from '../../../schemas/json/plain.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import { type Form, writeForm } from '../../../schemas/wire/forms.ts';
import { serialise } from '../../../schemas/wire/parameters.ts';
import type { CaseBody, CaseSigning, CaseStep } from '../cases/fuzzCase.ts';
import type { RequestModel, RequestPart } from './requestModel.ts';

/** The values of a request by the names of its parts; a part without a value is not sent. */
export type RequestDraft = ReadonlyMap<string, Plain>;

/** Returns the texts of the parameters in one place, in the order of the contract. */
function textsIn({ parts }: RequestModel, draft: RequestDraft, place: string): { part: RequestPart; text: string }[] {
  return parts.flatMap((part) => {
    const value = draft.get(part.name);
    if (part.parameter?.in !== place || value === undefined) return [];
    return [{ part, text: serialise(part.parameter, value) }];
  });
}

const nameOf = ({ parameter }: RequestPart) => parameter?.name ?? '';

/** Writes a body as JSON or as a form. */
function bodyOf(contract: Contract, { type, form }: { type: string; form: Form | undefined }, value: Plain): CaseBody {
  if (!form) return { type, text: JSON.stringify(value) };
  return writeForm(contract.document as unknown as Plain, form, value);
}

/** Writes the request of a draft, before references are filled and the request is signed. */
export function writeRequest(subject: RequestModel, draft: RequestDraft, signing: CaseSigning = 'signed'): CaseStep {
  const { contract, operation, mediaType: type = 'application/json' } = subject;
  const form = subject.parts.find(({ name }) => name === 'body')?.form;
  const segments = new Map(textsIn(subject, draft, 'path').map(({ part, text }) => [nameOf(part), text]));
  const path = operation.path.replaceAll(/\{([^}]*)\}/g, (_, name: string) => segments.get(name) ?? '');
  const query = textsIn(subject, draft, 'query').map(({ text }) => text);
  const asked = query.filter((text) => text !== '').join('&');
  const headers = textsIn(subject, draft, 'header').map(({ part, text }) => [nameOf(part), text] as const);
  const cookies = textsIn(subject, draft, 'cookie').map(({ text }) => text);
  const body = draft.get('body');
  return {
    operation: operation.key,
    method: operation.method,
    path: asked === '' ? path : `${path}?${asked}`,
    headers: [...headers, ...(cookies.length > 0 ? [['Cookie', cookies.join('; ')] as const] : [])],
    ...(body !== undefined && { body: bodyOf(contract, { type, form }, body) }),
    signing,
  };
}

import type { Worker } from '../../../runner/worker/worker.ts';
import { isObject, parseExact } from '../../../schemas/json/exact.ts';
import type { OperationKey } from '../../../schemas/load/contract.ts';
import type { Sending } from '../../../traffic/transport/sending.ts';
import { signingOf } from '../../../traffic/transport/sendOptions.ts';
import type { CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { subjectStepAt } from '../../engine/cases/stepGroups.ts';

/** Returns the clientOrderId of a body. A search by this id finds the effect of the request. */
function keyIn({ body }: CaseStep): string | undefined {
  if (!body || !('text' in body) || !body.text.includes('"clientOrderId"')) return undefined;
  const parsed = parseExact(body.text);
  const key = 'value' in parsed && isObject(parsed.value) ? parsed.value['clientOrderId'] : undefined;
  return typeof key === 'string' ? key : undefined;
}

/** Converts a body for the client. A body without a type is sent without a content type. */
function bodyOf({ appearance }: Worker, { body }: CaseStep): Pick<Sending, 'body' | 'contentType'> {
  if (!body) return {};
  const bytes = 'text' in body ? appearance.dressed(body.text) : Buffer.from(body.base64, 'base64');
  return { body: bytes, contentType: body.type ?? null };
}

/** Returns why a step is sent: as a control request, as the defect that the case is about, or as a probe. */
export function purposeOf({ steps, label }: FuzzCase, at: number): Sending['purpose'] {
  if (steps[at]?.twin !== undefined) return 'control';
  return label.is === 'invalid' && at === subjectStepAt(steps) ? 'defect' : 'probe';
}

/** Converts a step with resolved references for the client. */
export function clientRequest(worker: Worker, step: CaseStep, why: Pick<Sending, 'requirement' | 'purpose'>): Sending {
  const { target, contract, combination, appearance } = worker;
  const {
    operation,
    method,
    path,
    headers,
    signing,
    fault,
    account: label,
    connection,
    twin: control,
    readBack,
  } = step;
  const account = target.credentials.find((one) => one.label === label);
  const key = keyIn(step);
  const isKnown = contract.operations.some((one) => one.key === operation);
  return {
    ...why,
    ...(combination !== undefined && { combination }),
    ...(control !== undefined && { control }),
    ...(isKnown && { operation: operation as OperationKey }),
    ...(readBack && { readBack }),
    method,
    path: appearance.dressed(path),
    ...bodyOf(worker, step),
    ...(headers.length > 0 && { headers }),
    ...(connection && { connection }),
    ...(account && { account: account.label }),
    signing: signingOf({ scheme: signing, ...(fault && { fault }) }, account ?? target.credentials[0]),
    ...(key !== undefined && { clientOrderId: key }),
  };
}

import type { PageAnswer } from '../../domain/pageView.ts';
import { base } from './settings.ts';

/** A refusal of the service, with its sentence. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What the end user does on the page. */
export type Act = 'choice' | 'settlement';

async function answerOf(response: Response): Promise<PageAnswer> {
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as PageAnswer;
  const message = (answer as { message?: unknown } | null)?.message;
  throw new Refused(response.status, typeof message === 'string' ? message : `status ${response.status}`);
}

const addressOf = (id: string, act: string, seen: number | null): string =>
  `${base}pages/checkouts/${encodeURIComponent(id)}${act}${seen === null ? '' : `?seen=${seen}`}`;

/** Asks what a page shows now. `seen` is the number of changes that it knows; null at first. Throws Refused. */
export const lookAt = async (id: string, seen: number | null): Promise<PageAnswer> =>
  answerOf(
    await fetch(addressOf(id, '', seen), { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' }),
  );

/** Does what the end user wants, and returns what the page shows then. Throws Refused. */
export const act = async (
  of: { readonly id: string; readonly seen: number | null },
  what: Act,
  body: Readonly<Record<string, string>>,
): Promise<PageAnswer> =>
  answerOf(
    await fetch(addressOf(of.id, `/${what}`, of.seen), {
      method: 'POST',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify(body),
    }),
  );

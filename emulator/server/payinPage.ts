import type { Answer, Call } from '../domain/httpMessages.ts';
import type { Instance } from '../instance/instance.ts';
import { currentState } from '../instance/ledger.ts';
import type { Rules } from '../rules/index.ts';

interface Visit {
  readonly instance: Instance;
  readonly rules: Rules;
  readonly call: Call;
}

/** The page of a pay-in for its payer, served without a token: `/pay/{orderId}`; undefined for other paths. */
export function payinPage({ instance, rules, call }: Visit, segments: readonly string[]): Answer | undefined {
  const [kind, id, ...more] = segments;
  if (call.verb !== 'GET' || id === undefined || more.length > 0) return undefined;
  return kind === 'pay' ? payPage(instance, id, rules.payPageStatus()) : undefined;
}

function payPage(instance: Instance, orderId: string, status: number): Answer | undefined {
  const payment = [...instance.payments.values()].map(currentState).find((known) => known.orderId === orderId);
  if (payment?.payUrl == null) return undefined;
  const due = `${payment.amount.toFixed()} ${payment.currency}`;
  if (status !== 200) return { ...html('Not available', []), status };
  return html('Payment', [due, payment.payinBankAccount ?? '', `Status: ${payment.status}`]);
}

function html(title: string, lines: readonly string[]): Answer {
  const body = lines.filter(Boolean).map((line) => `<p>${escaped(line)}</p>`);
  const head = `<meta charset="utf-8"><title>${escaped(title)}</title>`;
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    text: `<!doctype html><html lang="en"><head>${head}</head><body><h1>${escaped(title)}</h1>${body.join('')}</body></html>`,
  };
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

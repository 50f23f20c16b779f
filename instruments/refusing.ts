import type { Answer, Asked, Refusal } from './asked.ts';
import type { Describe } from './describing.ts';

/** Makes a refusal an answer as the contract describes it: with the first status of its own that is described, and a body of that. */
export function refuseBy(describe: Describe): (asked: Asked, refusal: Refusal) => Answer {
  return (asked, { statuses, wrong }) => {
    const status = statusOf(asked, statuses);
    const { isDrawn, ...answer } = describe(asked, status);
    const told = {
      'x-wrong': JSON.stringify(wrong)
        .replace(/[^ -~]/g, '?')
        .slice(0, 1000),
    };
    const headers = { ...answer.headers, ...told };
    if (isDrawn && answer.text !== undefined) return { ...answer, headers };
    return { status, headers, type: 'application/json', text: JSON.stringify({ wrong }) };
  };
}

// Where none of them is described, another refusal is that says nothing else; what has but one status has that.
function statusOf({ operation: { responses } }: Asked, statuses: readonly number[]): number {
  const [first = 400] = statuses;
  const codes = Object.keys(responses);
  const described = statuses.find((status) => codes.includes(String(status)));
  const isSaid = statuses.length === 1 || codes.some((code) => /^(?:4xx|default)$/i.test(code));
  if (described !== undefined || isSaid) return described ?? first;
  const others = codes.filter((code) => /^4\d\d$/.test(code)).map(Number);
  return others.find((code) => ![401, 403, 404].includes(code)) ?? others[0] ?? first;
}

import type { Answer, Asked } from './asked.ts';
import type { Describe } from './describing.ts';

/** Answers with the first success that the contract describes. */
export function succeedBy(describe: Describe): (asked: Asked) => Answer {
  return (asked) => {
    const answer = describe(asked, successOf(asked));
    if (answer.isDrawn) return answer;
    return { status: 501, type: 'text/plain', text: `no value of ${asked.operation.key} could be drawn` };
  };
}

function successOf({ operation: { responses } }: Asked): number {
  const [code = '200'] = Object.keys(responses)
    .filter((each) => /^2(?:\d\d|XX)$/i.test(each))
    .sort();
  return Number(code.replace(/XX/i, '00'));
}

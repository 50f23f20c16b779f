import type { Verdict } from '../../judge/buildVerdict.ts';
import { escapeLine } from '../text/escape.ts';
import { findingLines } from './messages.ts';
import { rerunCommand } from './repeat.ts';

/** GitHub shows at most ten errors of a step. */
const mostShown = 10;

/** Escapes a text for the message of a workflow command. */
const ofMessage = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Escapes a text for a property of a workflow command, which a colon or a comma would end. */
const ofProperty = (text: string) => ofMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Returns the failing requirements that have a new failure; without a history, each failure is new. */
function newFailures({ requirements, history }: Verdict) {
  const fresh = history && new Set(history.new.map(({ requirement }) => requirement));
  return requirements.filter(
    ({ id, outcome, accepted }) => outcome === 'fail' && !accepted && (fresh?.has(id) ?? true),
  );
}

/** Writes an `::error` command of GitHub Actions for each new failure, at most ten; empty if nothing new failed. */
export function writeAnnotations(verdict: Verdict): string {
  const failures = newFailures(verdict).slice(0, mostShown);
  const commands = failures.map((failure) => {
    const [finding] = failure.findings;
    const lines = [...(finding ? findingLines(finding) : []), `again    ${rerunCommand(verdict, failure)}`];
    const title = ofProperty(escapeLine(`${failure.id} ${failure.title}`));
    return `::error title=${title}::${ofMessage(lines.map(escapeLine).join('\n'))}\n`;
  });
  return commands.join('');
}

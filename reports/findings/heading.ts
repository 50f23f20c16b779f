import type { CaseStep } from '../../fuzzer/case.ts';
import type { Found } from '../../fuzzer/findings/finding.ts';
import { plain } from '../plain.ts';
import { expectationOf, expectedWords } from './expected.ts';

/** What a case was made to be, in words. */
export function labelWords({ case: { label } }: Found): string {
  return label.is === 'invalid' ? `${label.broken.words} at ${label.broken.place}` : `${label.is}: ${label.because}`;
}

/** What a finding is, one line each, with nothing in it that could end a comment of one line. */
export function headingOf(found: Found): string[] {
  const { requirement, operation, wanted, seen, fingerprint, seed } = found;
  const { expected, step, oracle } = expectationOf(found);
  return [
    `${requirement}: ${operation}`,
    `The case is ${labelWords(found)}.`,
    `Wanted: ${wanted}`,
    `Seen: ${seen}`,
    `Judged: the answer to step ${step} is to be ${expectedWords[expected]}.`,
    ...(oracle === undefined ? [] : [`Under ${requirement} it is the oracle ${oracle} that judges it.`]),
    `Finding ${fingerprint}, of the campaign with seed ${seed}.`,
  ].map(plain);
}

/** A step in a few words, for a comment of one line. */
export function stepWords({ method, path, signing, fault, account, race, twin }: CaseStep): string {
  const words = [
    ...(signing === 'signed' && fault === undefined ? [] : [fault === undefined ? signing : `${signing}: ${fault}`]),
    ...(account === undefined ? [] : [`as ${account}`]),
    ...(race === undefined ? [] : ['at once with its neighbours']),
    ...(twin === undefined ? [] : ['a sound twin']),
  ];
  return plain(`${method} ${path.slice(0, 120)}${words.length > 0 ? ` (${words.join(', ')})` : ''}`);
}

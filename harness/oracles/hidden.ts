import type { Fault } from '../fault.ts';
import type { RunRecord } from '../record.ts';
import { hindrance } from './hindrance.ts';
import { lackIn } from './reply.ts';
import { faulty, type Ruling, ruling } from './ruling.ts';

/**
 * What is to stay hidden: `own` is the answer that shows it to its own account, `foreign` the answer to another one, `theirs` a
 * sound request of that other one, `trace` a text by which the record is told and that the foreign request did not send.
 */
export interface HiddenArgs {
  own: string;
  foreign: string;
  theirs: string;
  trace: string;
  what: string;
}

/** A record is not shown to another account (AUT-09): refused, or answered without it. */
export function staysHidden(record: RunRecord, { own, foreign, theirs, trace, what }: HiddenArgs): Ruling {
  const [shown, asked, sound] = [own, foreign, theirs].map((id) => record.exchange(id));
  if (!shown || !asked || !sound) throw new Error('a claim of three exchanges names three');
  const exchanges = [own, theirs, foreign];
  if (sound.class !== 'accepted') return faulty(lackIn(record, sound, 'a second account that the target lets in'));
  if (shown.class !== 'accepted' || trace === '' || !shown.text.includes(trace))
    return faulty(lackIn(record, shown, what));
  if (asked.class === 'accepted' && asked.text.includes(trace))
    return faulty({ code: 'notHidden', what, seen: asked.seen, exchanges });
  if (asked.class === 'accepted' || asked.class === 'refused') return ruling(exchanges, []);
  const unseen: Fault = { code: 'noEvidence', wanted: `an answer to another account that asks for ${what}`, exchanges };
  return faulty(hindrance(record, asked) ?? unseen);
}

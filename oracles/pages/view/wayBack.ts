import { urlOf } from '../../../schemas/domain/urlOf.ts';
import { returnWords } from './deedWords.ts';
import { isDisabled, isPressable, textOf, type ViewNode } from './viewNodes.ts';

/** Words of a shop for programs and of terms for goods, which lead back to nobody. */
const otherwise = /\b(?:app store|play store|microsoft store|polic(?:y|ies)|terms|conditions|bedingungen)\b/i;

/** Words that say of any place that it is where one came from; a shop may be somebody else's. */
const backWords = /\b(?:return|back to|zurück|retour|volver)\b|вернуться|повернутися/i;

const hostOf = ({ url = '' }: ViewNode) => (/^https?:/.test(url) ? urlOf(url)?.host : undefined);

/** Returns what leads back to the merchant by its words; a link to none of the known hosts only if there is no other, and it says that it leads back. */
export function wayBackIn(nodes: readonly ViewNode[], hosts: readonly (string | undefined)[]): ViewNode | undefined {
  const all = nodes.filter((node) => {
    const text = textOf(node);
    return isPressable(node) && !isDisabled(node) && returnWords.test(text) && !otherwise.test(text);
  });
  const known = all.find((node) => {
    const host = hostOf(node);
    return host === undefined || hosts.includes(host);
  });
  return known ?? all.find((node) => backWords.test(textOf(node)));
}

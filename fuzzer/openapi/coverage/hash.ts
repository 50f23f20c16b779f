/** A number that stands for a text in a set of many: of a hundred thousand texts two share one about once. */
export function textHash(text: string): number {
  let [low, high] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
  }
  return (low >>> 0) * 0x10_0000 + (high >>> 12);
}

/** Returns a number that stands for a text in a large set: among a hundred thousand texts about one pair shares a number. */
export function textHash(text: string): number {
  let [low, high] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
  }
  return (low >>> 0) * 0x10_0000 + (high >>> 12);
}

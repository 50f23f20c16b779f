/** Who reads lines: how long the next one may be (bytes), what to do with it, and with a longer one. */
export interface LineReader {
  limit(): number;
  line(text: string): void;
  tooLong(): void;
}

const lineBreak = 0x0a;

/** Cuts a stream of bytes into lines; keeps no more of an unfinished line than it may be long. Nothing follows a line too long. */
export function linesOf({ limit, line, tooLong }: LineReader): (chunk: Buffer) => void {
  let begun: Buffer[] = [];
  let length = 0;
  let isBroken = false;
  const add = (part: Buffer): boolean => {
    length += part.length;
    isBroken ||= length > limit();
    if (isBroken) tooLong();
    else begun.push(part);
    return !isBroken;
  };
  return (chunk) => {
    let rest = chunk;
    for (let end = rest.indexOf(lineBreak); end >= 0 && !isBroken; end = rest.indexOf(lineBreak)) {
      if (!add(rest.subarray(0, end))) return;
      const text = Buffer.concat(begun).toString('utf8');
      begun = [];
      length = 0;
      rest = rest.subarray(end + 1);
      line(text);
    }
    if (!isBroken && rest.length > 0) add(rest);
  };
}

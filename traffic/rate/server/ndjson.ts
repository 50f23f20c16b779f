/** Callbacks of a line reader: the limit of the next line (bytes), and what to do with a line or with one that is too long. */
export interface LineReader {
  limit(): number;
  line(text: string): void;
  tooLong(): void;
}

const lineBreak = 0x0a;

/** Splits a stream of bytes into lines; buffers no more of an unfinished line than the limit. Stops after a line that is too long. */
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

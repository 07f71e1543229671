const TRAILER = 0x3b;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** How often it moves, and its colours; other programs write words and places. */
const APPLICATIONS_KEPT = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/** The GIF without comments, words and what programs wrote into it (GIF89a, 17 to 27); null where its blocks do not add up. */
export function cleanGif(content: Buffer): Buffer | null {
  let at = 13 + sizeOfTable(content[10] ?? 0);
  const kept = [content.subarray(0, at)];
  while (at < content.length && content[at] !== TRAILER) {
    const end = endOfBlock(content, at);
    if (end === null) return null;
    if (isKept(content, at)) kept.push(content.subarray(at, end));
    at = end;
  }
  // What follows the end is no part of the picture.
  return at > content.length ? null : Buffer.concat([...kept, Buffer.from([TRAILER])]);
}

function endOfBlock(content: Buffer, at: number): number | null {
  if (content[at] === EXTENSION) return endOfParts(content, at + 2);
  if (content[at] !== IMAGE) return null;
  // Its place, its colours and the size of its first code come before its parts.
  return endOfParts(content, at + 11 + sizeOfTable(content[at + 9] ?? 0));
}

/** Parts of a length and so many bytes each, up to one of none. */
function endOfParts(content: Buffer, start: number): number | null {
  let at = start;
  for (let length = content[at]; length !== undefined; length = content[at]) {
    at += 1 + length;
    if (length === 0) return at;
  }
  return null;
}

function isKept(content: Buffer, at: number): boolean {
  if (content[at] === IMAGE || content[at + 1] === GRAPHIC_CONTROL) return true;
  const name = content.toString('latin1', at + 3, at + 14);
  return content[at + 1] === APPLICATION && APPLICATIONS_KEPT.has(name);
}

/** Three bytes a colour, by the flags of a screen or an image. */
function sizeOfTable(flags: number): number {
  return flags & 0x80 ? 3 << ((flags & 0x07) + 1) : 0;
}

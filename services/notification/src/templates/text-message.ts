/** One message; what is longer goes, and is paid for, as several. */
const LIMIT = 160;

/** The text with as much of `name` as fits into one SMS, in letters that every phone has. */
export function fitText(write: (name: string) => string, name: string): string {
  const plain = toPlainLetters(name);
  const room = LIMIT - write('').length;
  if (plain.length <= room) return write(plain);
  return write(room > 3 ? `${plain.slice(0, room - 3).trimEnd()}...` : '');
}

/** Other letters would halve the length of a message and more: one of them makes all of it UCS-2. */
function toPlainLetters(text: string): string {
  return text
    .replace(/[‘’]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[–—]/g, '-')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ !"#%&'()*+,\-./0-9:;<=>?A-Za-z]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

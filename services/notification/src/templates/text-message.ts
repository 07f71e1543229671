import { z } from 'zod';

/** One segment in GSM 7-bit; a longer text is sent and billed as several. */
const LIMIT = 160;

/** Truncates `name` so that the text fits into one SMS segment, in GSM 7-bit characters. */
export function fitText(write: (name: string) => string, name: string): string {
  const plain = toGsmCharacters(name);
  const room = LIMIT - write('').length;
  if (plain.length <= room) return write(plain);
  return write(room > 3 ? `${plain.slice(0, room - 3).trimEnd()}...` : '');
}

/** One character outside GSM 7-bit makes the whole message UCS-2, with 70 characters per segment. */
function toGsmCharacters(text: string): string {
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

const variables = z.object({ token: z.string().min(1) });

export function textPhoneCode(input: unknown): string {
  const { token } = variables.parse(input);
  return `${token} is your Cairn code. It works for 10 minutes. We never ask for it by phone.`;
}

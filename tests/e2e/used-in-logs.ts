/** Shorter ones would be found in anything. */
const SHORTEST = 6;
const DELIMITERS = /[\s"'`,;:=&?<>()[\]{}\\/|]+/;
/** Shorter ones are the same in many a mail. */
const LONG_LINE = 40;
/** What logs say of themselves, and people type as well. */
const ORDINARY = /^[a-z][a-z_.-]*$/;

/**
 * Which of the texts that people typed, were sent or were given are in a log. A text of one word is
 * looked for as a word, since the whole of a log is cut into words once; a longer one as it is.
 */
export function findUsed(log: string, used: readonly string[]): string[] {
  const words = new Set(log.split(DELIMITERS));
  return used.filter((text) => {
    const wanted = text.trim();
    if (wanted.length < SHORTEST || ORDINARY.test(wanted)) return false;
    return DELIMITERS.test(wanted) ? log.includes(asInJson(wanted)) : words.has(wanted);
  });
}

function asInJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** What the providers of mails and texts were given: to whom, and each line and link of what. */
export async function readInbox(sandbox: string): Promise<unknown> {
  const response = await fetch(`${sandbox}/messages`);
  const messages = (await response.json()) as { to: string; subject?: string; text: string }[];
  return messages.map(({ to, subject, text }) => ({
    to,
    subject,
    token: [...text.matchAll(/[?&]\w+=([\w.~-]{16,})/g)].map(([, token]) => token),
    code: [...text.matchAll(/\b\d{6}\b/g)].map(([code]) => code),
    content: text.split('\n').filter((line) => line.length >= LONG_LINE),
  }));
}

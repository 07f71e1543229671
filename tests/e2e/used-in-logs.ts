/** Shorter words occur by chance. */
const SHORTEST = 6;
const DELIMITERS = /[\s"'`,;:=&?<>()[\]{}\\/|]+/;
/** Shorter lines are common to many mails. */
const LONG_LINE = 40;
/** Ordinary words, which logs contain anyway. */
const ORDINARY = /^[a-z][a-z_.-]*$/;

/**
 * The texts that users typed, were sent or were given and that occur in a log. A single word is
 * looked up in the set of the log's words, which is built once; a longer text by substring search.
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

/** The messages at the providers: recipients, and each line and link of the content. */
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

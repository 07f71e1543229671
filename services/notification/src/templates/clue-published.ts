import { z } from 'zod';
import { huntUrl, huntVariables, WHY_ALERT } from './hunt-variables.ts';
import type { MailContent } from './mail.ts';
import { fitText } from './text-message.ts';

const variables = huntVariables.extend({
  kind: z.enum(['clue', 'update']),
  clueTitle: z.string(),
  number: z.int(),
});
type Variables = z.infer<typeof variables>;

/** Without the content of the clue, which only members may read on the page. */
export function composeCluePublished(input: unknown): MailContent {
  const { kind, clueTitle, number, ...hunt } = variables.parse(input);
  const isClue = kind === 'clue';
  return {
    subject: isClue
      ? `New clue in ${hunt.title}: ${clueTitle}`
      : `News from ${hunt.title}: ${clueTitle}`,
    preview: isClue
      ? 'It is out now, for everybody at the same moment.'
      : 'There is an update from the people behind the hunt.',
    heading: isClue ? `Clue ${number} is out` : 'There is an update',
    paragraphs: [
      isClue
        ? `“${clueTitle}” is the newest clue in ${hunt.title}. It came out for all hunters at the same moment, and waits for you on the page of the hunt.`
        : `“${clueTitle}” is new in ${hunt.title}. Read it on the page of the hunt.`,
    ],
    action: {
      label: isClue ? 'Read the clue' : 'Read the update',
      url: releaseUrl({ ...hunt, kind, number }),
    },
    notes: [WHY_ALERT],
  };
}

export function textCluePublished(input: unknown): string {
  const hunt = variables.parse(input);
  const lead = hunt.kind === 'clue' ? 'New clue in' : 'News from';
  return fitText(
    (title) => `Cairn: ${lead} ${title}. ${releaseUrl(hunt)} Reply STOP to end`,
    hunt.title,
  );
}

/** The page of the hunt scrolls to `#clue-3` or `#update-1`. */
function releaseUrl({ kind, number, ...hunt }: Omit<Variables, 'clueTitle'>): string {
  return `${huntUrl(hunt)}#${kind}-${number}`;
}

import type { BooleanMark } from './rich-text.ts';

type Pressed = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
};

/** Ctrl or ⌘ with a letter; Slate handles undo and redo. */
export function markOfShortcut(event: Pressed): BooleanMark | null {
  if (!isCommand(event)) return null;
  const key = event.key.toLowerCase();
  if (event.shiftKey) return key === 'x' ? 'strike' : null;
  return MARKS[key] ?? null;
}

export function isLinkShortcut(event: Pressed): boolean {
  return isCommand(event) && !event.shiftKey && event.key.toLowerCase() === 'k';
}

const MARKS: Record<string, BooleanMark> = { b: 'bold', i: 'italic', u: 'underline' };

function isCommand({ ctrlKey, metaKey, altKey }: Pressed): boolean {
  return (ctrlKey || metaKey) && !altKey;
}

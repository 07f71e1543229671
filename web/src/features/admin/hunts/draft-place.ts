/** Where a form is: a hunt, or a clue of it; `new` for something new. */
export type DraftPlace = { hunt: string; clue: string };

/** Null for a form that is not about hunts. */
export function placeOf(form: string): DraftPlace | null {
  const [kind, hunt = '', clue = ''] = form.split(':');
  return kind === 'hunt' || kind === 'clue' ? { hunt, clue } : null;
}

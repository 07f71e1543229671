/** Where a form is: in a hunt, or in a clue of it; `new` for something new. */
export type DraftPlace = { hunt: string; clue: string };

export function isReport(form: string): boolean {
  return form.startsWith('report:');
}

/** Null for a form that is not about hunts. */
export function placeOf(form: string): DraftPlace | null {
  const [kind, hunt = '', clue = ''] = form.split(':');
  return kind === 'hunt' || kind === 'clue' || isReport(form) ? { hunt, clue } : null;
}

import type { KeyboardEvent } from 'react';

/** Enter, or Next on a phone's keyboard, moves to an empty next field instead of submitting an incomplete form. */
export function moveToNextField(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget } = event;
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target.value === '') return;
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>(TEXT_FIELDS)];
  const next = fields[fields.indexOf(target) + 1];
  if (!fields.includes(target) || next?.value !== '') return;
  event.preventDefault();
  next.focus();
}

const TEXT_FIELDS = 'input:not([type=checkbox])';

import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { dropDraft, readDraft, saveDraft } from '../drafts.ts';
import { useDraftForm } from './use-draft-form.ts';

const EMPTY = { title: '', text: '' };
const SENT = { title: 'Mill', text: 'left' };
const SAVED = { fields: { title: 'Mill', text: 'Left.' }, version: 2 };

afterEach(() => {
  cleanup();
  for (const key of ['form:new', 'form:1']) dropDraft(key);
});

function openForm() {
  const { result } = renderHook(() =>
    useDraftForm({
      draftKey: 'form:new',
      saved: { fields: EMPTY, version: null },
      validateFields: () => ({}),
    }),
  );
  act(() => result.current.reset(SENT));
  return result;
}

it('shows what was saved after a save', () => {
  const form = openForm();
  act(() => expect(form.current.settle(SENT, SAVED)).toBe(false));
  expect(form.current.getValues()).toEqual(SAVED.fields);
  expect(form.current.isChanged).toBe(false);
  expect(readDraft('form:new')).toBeNull();
});

it('keeps what was typed while a save ran', () => {
  const form = openForm();
  act(() => form.current.setValue('title', 'The mill'));
  act(() => expect(form.current.settle(SENT, SAVED)).toBe(true));
  const kept = { title: 'The mill', text: 'Left.' };
  expect(form.current.getValues()).toEqual(kept);
  expect(form.current.isChanged).toBe(true);
  expect(readDraft('form:new')).toEqual({ values: kept, base: SAVED });
});

it('moves what was typed while something new was saved to the form of the saved', () => {
  const form = openForm();
  act(() => form.current.setValue('title', 'The mill'));
  act(() => expect(form.current.settle(SENT, SAVED, 'form:1')).toBe(true));
  expect(readDraft('form:new')).toBeNull();
  expect(readDraft('form:1')).toEqual({
    values: { title: 'The mill', text: 'Left.' },
    base: SAVED,
  });
});

it('a field that the draft lacks is not a change', () => {
  saveDraft('form:new', { values: { title: 'Mill' }, base: { fields: { title: '' }, version: 1 } });
  const { result } = renderHook(() =>
    useDraftForm({ draftKey: 'form:new', saved: SAVED, validateFields: () => ({}) }),
  );
  expect(result.current.getValues()).toEqual({ title: 'Mill', text: 'Left.' });
  expect(result.current.base).toEqual({ fields: { title: '', text: 'Left.' }, version: 1 });
});

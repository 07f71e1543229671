import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { ConflictDialog, type Edited, TheirTexts } from './conflict-dialog.tsx';
import { type Difference, differencesOf, mergeFields } from './merge-fields.ts';
import type { Saved } from './use-draft-form.ts';

/** A form that remembers the saved values that the edit began with. */
export type ConflictForm<Fields> = {
  base: Saved<Fields>;
  isChanged: boolean;
  getValues(): Fields;
  /** Continues the edit from newer saved values. */
  rebase(to: Saved<Fields>, values: Fields): void;
  /** Shows the saved values instead of the input. */
  discard(to: Saved<Fields>): void;
};

type Options<Fields extends object, Resource extends Edited> = {
  form: ConflictForm<Fields>;
  /** What was edited: `Clue 3`. */
  what: string;
  labels: Record<string, string>;
  savedOf: (resource: Resource) => Saved<Fields>;
  /** The field as the dialog shows it. */
  shown?: (difference: Difference) => Difference;
  editor?: string;
  isBusy: boolean;
  save: (fields: Fields, base: Saved<Fields>) => void;
  /** Resets the refused call. */
  onResolved: () => void;
};

/** Resolves the 409 of an edit that began with an earlier version: keep the local version, use the saved one or merge by hand. */
export function useConflict<Fields extends object, Resource extends Edited>(
  error: Error | null,
  options: Options<Fields, Resource>,
): { isConflict: boolean; dialog: ReactNode; theirTexts: ReactNode } {
  const { form, labels, shown = (difference) => difference } = options;
  const [merging, setMerging] = useState<Difference[] | null>(null);
  // The merge is over: the next edit in the same form has texts of its own.
  if (merging && !form.isChanged) setMerging(null);
  const current = currentOf<Resource>(error);
  const theirTexts = merging && form.isChanged && (
    <TheirTexts differences={merging} labels={labels} />
  );
  if (!current) return { isConflict: false, dialog: null, theirTexts };
  const remote = options.savedOf(current);
  const sides = { base: form.base.fields, local: form.getValues(), remote: remote.fields };
  const differences = differencesOf(sides).map(shown);
  function rebase(): Fields {
    const merged = mergeFields(sides);
    form.rebase(remote, merged);
    options.onResolved();
    return merged;
  }
  const dialog = (
    <ConflictDialog
      what={options.what}
      current={current}
      differences={differences}
      labels={labels}
      editor={options.editor}
      isBusy={options.isBusy}
      onKeep={() => options.save(rebase(), remote)}
      onTake={() => {
        form.discard(remote);
        options.onResolved();
      }}
      onMerge={() => {
        rebase();
        setMerging(differences);
      }}
      onClose={options.onResolved}
    />
  );
  return { isConflict: true, dialog, theirTexts };
}

function currentOf<Resource>(error: Error | null): Resource | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return (error.current as Resource | undefined) ?? null;
}

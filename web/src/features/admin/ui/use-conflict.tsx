import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ApiError } from '../../../lib/api-error.ts';
import { ConflictDialog, type Edited, TheirTexts } from './conflict-dialog.tsx';
import { type Difference, differencesOf, mergeFields } from './merge-fields.ts';
import type { Saved, useDraftForm } from './use-draft-form.ts';

type Options<Fields extends FieldValues, Resource extends Edited> = {
  form: ReturnType<typeof useDraftForm<Fields>>;
  /** What was edited: `Clue 3`. */
  what: string;
  labels: Record<string, string>;
  savedOf: (resource: Resource) => Saved<Fields>;
  /** The field as the dialog shows it. */
  shown?: (difference: Difference) => Difference;
  isBusy: boolean;
  save: (fields: Fields, base: Saved<Fields>) => void;
  /** Resets the refused call. */
  onResolved: () => void;
};

/** Resolves the 409 of an edit that began with an earlier version: keep the local version, use the saved one or merge by hand. */
export function useConflict<Fields extends FieldValues, Resource extends Edited>(
  error: Error | null,
  options: Options<Fields, Resource>,
): { isConflict: boolean; dialog: ReactNode; theirTexts: ReactNode } {
  const { form, labels, shown = (difference) => difference } = options;
  const [merging, setMerging] = useState<Difference[] | null>(null);
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

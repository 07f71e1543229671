import { useCallback, useEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldValues, Resolver } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import { dropDraft, readDraft, saveDraft } from '../drafts.ts';
import { isEqual, mergeFields } from './merge-fields.ts';

/** Saved values with their version; null for something new. */
export type Saved<Fields> = { fields: Fields; version: number | null };

/** Unsaved input with the saved values that it began with. */
type Draft<Fields> = { values: Fields; base: Saved<Fields> };

type Options<Fields extends FieldValues> = {
  draftKey: string;
  /** As on the server now. */
  saved: Saved<Fields>;
  validateFields: (fields: Fields, base: Fields) => Partial<Record<keyof Fields, string>>;
};

/** A form whose unsaved changes survive navigation, see drafts.ts. */
export function useDraftForm<Fields extends FieldValues>(options: Options<Fields>) {
  const { draftKey, saved, validateFields } = options;
  const [draft] = useState(() => {
    const kept = readDraft<Draft<Fields>>(draftKey);
    if (!kept) return null;
    // A draft may lack fields: of a later release of the app, or of a clue that was released later.
    const { values, base } = kept;
    const completed = { ...base, fields: { ...saved.fields, ...base.fields } };
    return { values: { ...saved.fields, ...values }, base: completed };
  });
  const [base, setBaseState] = useState(draft?.base ?? saved);
  /** Read when the form reports its values, which `reset` does before the next render. */
  const latestBase = useRef(base);
  const setBase = useCallback((to: Saved<Fields>) => {
    latestBase.current = to;
    setBaseState(to);
  }, []);
  const resolver: Resolver<Fields> = (values) => {
    const errors = Object.entries(validateFields(values, base.fields)).map(([name, message]) => [
      name,
      { type: 'contract', message },
    ]);
    if (errors.length === 0) return { values, errors: {} };
    return { values: {}, errors: Object.fromEntries(errors) };
  };
  const form = useForm<Fields>({
    defaultValues: (draft?.values ?? saved.fields) as DefaultValues<Fields>,
    resolver,
  });
  const { watch, reset } = form;
  const [isChanged, setChanged] = useState(draft !== null);
  useEffect(() => {
    const { unsubscribe } = watch((values) => {
      const isSame = isEqual(values, latestBase.current.fields);
      setChanged(!isSame);
      if (isSame) dropDraft(draftKey);
      else saveDraft(draftKey, structuredClone({ values, base: latestBase.current }));
    });
    return unsubscribe;
  }, [watch, draftKey]);
  useEffect(() => {
    // Without unsaved input the form follows the server.
    if (isChanged || (saved.version ?? 0) <= (base.version ?? 0)) return;
    setBase(saved);
    reset(saved.fields);
  }, [isChanged, saved, base, reset, setBase]);
  /** Restores the saved values. */
  function discard(to = saved) {
    dropDraft(draftKey);
    setBase(to);
    reset(to.fields);
    setChanged(false);
  }
  /** Continues the edit from newer saved values. */
  function rebase(to: Saved<Fields>, values: Fields) {
    saveDraft(draftKey, structuredClone({ values, base: to }));
    setBase(to);
    reset(values);
    setChanged(true);
  }
  /** After a save: shows what was saved, and keeps what was typed since. Returns whether there is such input. */
  function settle(sent: Fields, to: Saved<Fields>, savedKey = draftKey): boolean {
    const values = form.getValues();
    if (Object.keys(sent).every((name) => isEqual(values[name], sent[name]))) {
      discard(to);
      return false;
    }
    const merged = mergeFields({ base: sent, local: values, remote: to.fields });
    if (savedKey === draftKey) rebase(to, merged);
    else {
      saveDraft(savedKey, structuredClone({ values: merged, base: to }));
      discard();
    }
    return true;
  }
  return {
    ...form,
    isChanged,
    base,
    errorOf: (name: keyof Fields) => {
      const message = form.formState.errors[name]?.message;
      return typeof message === 'string' ? message : undefined;
    },
    discard,
    rebase,
    settle,
  };
}

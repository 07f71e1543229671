import { useEffect, useState } from 'react';
import type { DefaultValues, FieldValues, Resolver } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import { dropDraft, readDraft, saveDraft } from '../drafts.ts';

type Options<Fields extends FieldValues> = {
  draftKey: string;
  saved: Fields;
  validateFields: (fields: Fields) => Partial<Record<keyof Fields, string>>;
};

/** A form whose unsaved changes survive navigation, see drafts.ts. */
export function useDraftForm<Fields extends FieldValues>(options: Options<Fields>) {
  const { draftKey, saved, validateFields } = options;
  const resolver: Resolver<Fields> = (values) => {
    const errors = Object.entries(validateFields(values)).map(([name, message]) => [
      name,
      { type: 'contract', message },
    ]);
    if (errors.length === 0) return { values, errors: {} };
    return { values: {}, errors: Object.fromEntries(errors) };
  };
  const form = useForm<Fields>({
    defaultValues: (readDraft<Fields>(draftKey) ?? saved) as DefaultValues<Fields>,
    resolver,
  });
  const { watch } = form;
  const [isChanged, setChanged] = useState(() => readDraft(draftKey) !== null);
  useEffect(() => {
    const { unsubscribe } = watch((values) => {
      const isSame = JSON.stringify(values) === JSON.stringify(saved);
      setChanged(!isSame);
      if (isSame) dropDraft(draftKey);
      else saveDraft(draftKey, structuredClone(values));
    });
    return unsubscribe;
  }, [watch, draftKey, saved]);
  return {
    ...form,
    isChanged,
    errorOf: (name: keyof Fields) => {
      const message = form.formState.errors[name]?.message;
      return typeof message === 'string' ? message : undefined;
    },
    /** Restores the saved values. */
    discard: () => {
      dropDraft(draftKey);
      form.reset(saved);
      setChanged(false);
    },
  };
}

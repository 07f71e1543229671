import { useEffect, useState } from 'react';
import type { DefaultValues, FieldValues, Resolver } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import { dropDraft, keepDraft, readDraft } from '../drafts.ts';

type Options<Fields extends FieldValues> = {
  draftKey: string;
  saved: Fields;
  faultsIn: (fields: Fields) => Partial<Record<keyof Fields, string>>;
};

/** A form whose unsaved changes outlive a click on something else. */
export function useKeptForm<Fields extends FieldValues>(options: Options<Fields>) {
  const { draftKey, saved, faultsIn } = options;
  const resolver: Resolver<Fields> = (values) => {
    const faults = Object.entries(faultsIn(values)).map(([name, message]) => [
      name,
      { type: 'contract', message },
    ]);
    if (faults.length === 0) return { values, errors: {} };
    return { values: {}, errors: Object.fromEntries(faults) };
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
      else keepDraft(draftKey, structuredClone(values));
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
    /** Back to what is saved. */
    discard: () => {
      dropDraft(draftKey);
      form.reset(saved);
      setChanged(false);
    },
  };
}

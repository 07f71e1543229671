import { useRef } from 'react';
import { TextField } from '../../../components/ui/field.tsx';
import styles from '../ui/admin.module.css';
import { TextArea } from '../ui/fields.tsx';
import { type HuntFormState, PAGE_TEXT_FIELDS, PAGE_TEXT_NAMES } from './hunt-fields.ts';
import { proposeHandle } from './propose-handle.ts';

type Props = { form: HuntFormState; isNew: boolean; isOpen: boolean };

export function TextFields({ form, isNew, isOpen }: Props) {
  const { register, errorOf, getValues, setValue } = form;
  const previousTitle = useRef(getValues('title'));
  /** The handle follows the title of a new hunt until it is edited. */
  function followTitle(title: string) {
    const isProposed = getValues('handle') === proposeHandle(previousTitle.current);
    if (isNew && isProposed) setValue('handle', proposeHandle(title));
    previousTitle.current = title;
  }
  return (
    <>
      <div className={styles['pair']}>
        <TextField
          {...register('title', { onChange: (event) => followTitle(event.target.value) })}
          label="Title"
          required
          error={errorOf('title')}
        />
        <TextField {...register('region')} label="Region" required error={errorOf('region')} />
        <TextField
          {...register('handle')}
          label="Handle"
          required
          readOnly={isOpen}
          autoCapitalize="none"
          spellCheck={false}
          hint={isOpen ? 'Cannot change while the hunt is open.' : 'Its address: /hunt/…'}
          error={errorOf('handle')}
        />
      </div>
      <TextArea
        {...register('description')}
        label="Description"
        rows={3}
        required
        hint="Public, on the list of hunts."
        error={errorOf('description')}
      />
      {PAGE_TEXT_NAMES.map((name) => (
        <TextArea
          key={name}
          {...register(name)}
          {...PAGE_TEXT_FIELDS[name]}
          error={errorOf(name)}
        />
      ))}
      <TextArea
        {...register('intro')}
        label="Introduction"
        rows={6}
        hint="On the hunt page, for members."
        error={errorOf('intro')}
      />
    </>
  );
}

import { type ComponentProps, type ReactNode, useId } from 'react';
import field from '../../../components/ui/field.module.css';
import styles from './admin.module.css';

type FieldTexts = { label: string; hint?: string; error?: string };

export function SelectField({
  label,
  hint,
  error,
  ...select
}: ComponentProps<'select'> & FieldTexts) {
  const ids = useIds({ hint, error });
  return (
    <Frame ids={ids} label={label} hint={hint} error={error}>
      <select {...select} {...ids.input} className={`${field['input']} ${styles['select']}`} />
    </Frame>
  );
}

export function TextArea({
  label,
  hint,
  error,
  className,
  ...area
}: ComponentProps<'textarea'> & FieldTexts) {
  const ids = useIds({ hint, error });
  return (
    <Frame ids={ids} label={label} hint={hint} error={error}>
      <textarea
        {...area}
        {...ids.input}
        className={`${field['input']} ${styles['area']} ${className ?? ''}`}
      />
    </Frame>
  );
}

type Ids = ReturnType<typeof useIds>;

function Frame({
  ids,
  label,
  hint,
  error,
  children,
}: FieldTexts & { ids: Ids; children: ReactNode }) {
  return (
    <div className={field['field']}>
      <label className={field['label']} htmlFor={ids.input.id}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={ids.hint} className={field['hint']}>
          {hint}
        </p>
      )}
      {error && (
        <p id={ids.error} className={field['error']}>
          {error}
        </p>
      )}
    </div>
  );
}

function useIds({ hint, error }: { hint?: string; error?: string }) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    hint: `${id}-hint`,
    error: `${id}-error`,
    input: {
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy || undefined,
    },
  };
}

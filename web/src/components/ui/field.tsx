import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useIsHydrated } from '../../lib/use-is-hydrated.ts';
import styles from './field.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

type FieldProps = ComponentProps<'input'> & {
  label: string;
  hint?: string;
  error?: string;
  /** Id of an error shown elsewhere, such as in the box above a form. */
  errorId?: string;
};

export function TextField({ label, hint, error, errorId, ...input }: FieldProps) {
  const ids = useFieldIds({ hint, error, errorId });
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error}>
      <input {...input} {...ids.input} className={styles['input']} />
    </FieldFrame>
  );
}

export function TextArea({
  label,
  hint,
  error,
  errorId,
  ...area
}: ComponentProps<'textarea'> & Pick<FieldProps, 'label' | 'hint' | 'error' | 'errorId'>) {
  const ids = useFieldIds({ hint, error, errorId });
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error}>
      <textarea {...area} {...ids.input} className={`${styles['input']} ${styles['area']}`} />
    </FieldFrame>
  );
}

export function PasswordField({ label, hint, error, errorId, ...input }: FieldProps) {
  const ids = useFieldIds({ hint, error, errorId });
  const [isShown, setShown] = useState(false);
  const isHydrated = useIsHydrated();
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error}>
      <div className={styles['with-switch']}>
        <input
          {...input}
          {...ids.input}
          className={styles['input']}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
        />
        <button
          type="button"
          className={styles['switch']}
          aria-pressed={isShown}
          aria-controls={ids.input.id}
          disabled={!isHydrated}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
          <VisuallyHidden> {label.toLowerCase()}</VisuallyHidden>
        </button>
      </div>
    </FieldFrame>
  );
}

export function Checkbox({
  children,
  error,
  errorId,
  ...input
}: Omit<FieldProps, 'label' | 'hint'> & { children: ReactNode }) {
  const ids = useFieldIds({ error, errorId });
  return (
    <div className={styles['field']}>
      <label className={styles['choice']}>
        <input {...input} {...ids.input} type="checkbox" className={styles['box']} />
        <span>{children}</span>
      </label>
      {error && <FieldError id={ids.error} text={error} />}
    </div>
  );
}

type Ids = ReturnType<typeof useFieldIds>;

function FieldFrame(
  props: Pick<FieldProps, 'label' | 'hint' | 'error'> & { ids: Ids; children: ReactNode },
) {
  const { ids, label, hint, error, children } = props;
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={ids.input.id}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={ids.hint} className={styles['hint']}>
          {hint}
        </p>
      )}
      {error && <FieldError id={ids.error} text={error} />}
    </div>
  );
}

function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} className={styles['error']}>
      {text}
    </p>
  );
}

function useFieldIds({ hint, error, errorId }: Pick<FieldProps, 'hint' | 'error' | 'errorId'>) {
  const id = useId();
  const errorElementId = error ? `${id}-error` : errorId;
  const describedBy = [hint && `${id}-hint`, errorElementId].filter(Boolean).join(' ');
  return {
    hint: `${id}-hint`,
    error: `${id}-error`,
    input: {
      id,
      'aria-invalid': errorElementId ? true : undefined,
      'aria-describedby': describedBy || undefined,
    },
  };
}

import type { ReactNode } from 'react';
import { Notice } from '../../components/ui/notice.tsx';
import { messageOf, OfflineError } from '../../lib/api-error.ts';

type Props = {
  id?: string;
  /** Errors found by the form itself. */
  summary?: string | null;
  error: Error | null;
  texts: { refused: string; failed: string };
  /** Further help below the server's error. */
  children?: ReactNode;
};

/** The error box above a form: the form's own summary, otherwise the server's error. */
export function FormAlert({ id, summary, error, texts, children }: Props) {
  if (summary) {
    return (
      <Notice tone="error" id={id}>
        {summary}
      </Notice>
    );
  }
  if (!error) return null;
  return (
    <Notice tone="error" id={id}>
      <p>{messageOf(error, texts)}</p>
      {error instanceof OfflineError && <p>Cairn did not answer. Are you online?</p>}
      {children}
    </Notice>
  );
}

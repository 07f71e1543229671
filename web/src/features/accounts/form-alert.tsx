import type { ReactNode } from 'react';
import { Notice } from '../../components/ui/notice.tsx';
import { messageOf, OfflineError } from '../../lib/api-error.ts';

type Props = {
  id?: string;
  /** What the form itself finds missing. */
  summary?: string | null;
  error: Error | null;
  texts: { refused: string; failed: string };
  /** What helps, below the refusal's own words. */
  children?: ReactNode;
};

/** The red box above a form: what the form lacks, else why the server refused. */
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

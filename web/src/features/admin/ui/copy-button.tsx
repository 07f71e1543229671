import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';

type Props = { text: () => string; label?: string };

export function CopyButton({ text, label = 'Copy' }: Props) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text());
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  }
  return (
    <>
      <Button variant="quiet" onClick={() => void copy()} onBlur={() => setOutcome(null)}>
        {outcome === 'copied' ? 'Copied' : label}
      </Button>
      <span role="status">
        {outcome === 'failed' &&
          'The browser did not allow it. Select the text and copy it by hand.'}
      </span>
    </>
  );
}

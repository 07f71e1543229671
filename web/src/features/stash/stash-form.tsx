import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { callApi } from '../../lib/api-client.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { useValueBeforeHydration } from '../../lib/use-value-before-hydration.ts';
import styles from './stash.module.css';
import { MAX_ATTEMPTS } from './stash-attempts.ts';
import { useStashAttempts } from './use-stash-attempts.ts';

const TEXTS = {
  refused: 'Failed to verify code',
  failed: 'Failed to verify code. Cairn did not answer: are you online?',
};

export function StashForm({ onOpen }: { onOpen: (phrase: string) => void }) {
  const [code, setCode] = useState(useValueBeforeHydration('code'));
  const errorId = useId();
  const { state, count, block } = useStashAttempts();
  const attempt = useMutation({
    mutationFn: (body: { code: string }) =>
      callApi('POST /api/porter-stash-code/verify', { body, token: null }),
    onSuccess: ({ message }) => {
      count();
      onOpen(message);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 429) block(error.retryAfter ?? 60);
      else count();
    },
  });
  // An error is hidden when its rate-limit window ends.
  const error = state.attempts > 0 ? attempt.error : null;
  const isSubmitDisabled = code.trim() === '' || state.blocked;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isSubmitDisabled && !attempt.isPending) attempt.mutate({ code });
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      {error && (
        <Notice tone="error" id={errorId}>
          {messageOf(error, TEXTS)}
        </Notice>
      )}
      <TextField
        name="code"
        label="Secret code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        required
        errorId={error ? errorId : undefined}
      />
      <Button
        type="submit"
        variant="primary"
        isWide
        isBusy={attempt.isPending}
        disabled={isSubmitDisabled}
      >
        {attempt.isPending ? 'Verifying...' : buttonText(state)}
      </Button>
      <p className={styles['left']} aria-live="polite">
        {state.attempts > 0 &&
          !state.blocked &&
          `${MAX_ATTEMPTS - state.attempts} of 3 attempts remaining`}
      </p>
    </form>
  );
}

function buttonText({ blocked, timeRemaining }: { blocked: boolean; timeRemaining: number }) {
  return blocked ? `Try again in ${timeRemaining} seconds` : 'Submit Code';
}

import { NOT_ACCEPTED } from '@cairn/contracts/refusal-texts.ts';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { LiveRegion } from '../../components/ui/live-region.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import type { ApiError } from '../../lib/api-error.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import styles from './claim.module.css';

type Props = {
  /** Initial value of the field: a pending code. */
  initialCode: string;
  isSending: boolean;
  /** Sent without an answer; retried automatically. */
  isWaiting: boolean;
  refusal: ApiError | null;
  onSend: (code: string) => void;
};

/** A single large field, usable with cold fingers. */
export function ClaimForm({ initialCode, isSending, isWaiting, refusal, onSend }: Props) {
  const [code, setCode] = useState(initialCode);
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const secondsLeft = useCountdown(
    refusal?.status === 429 ? (refusal.retryAfter ?? 60) : 0,
    refusal,
  );
  useEffect(() => {
    if (refusal) field.current?.focus();
  }, [refusal]);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending || secondsLeft > 0) return;
    setMissing(code.trim() === '');
    if (code.trim() === '') field.current?.focus();
    else onSend(code);
  }
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {refusal && !isSending && (
        <Notice tone="error" id={`${id}-error`} title={refusal.message || 'That did not work.'}>
          {hintOn(refusal)}
        </Notice>
      )}
      <label className={styles['label']} htmlFor={id}>
        Treasure code
      </label>
      <input
        ref={field}
        id={id}
        className={styles['code']}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        readOnly={isSending}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="send"
        aria-invalid={refusal || isMissing ? true : undefined}
        aria-describedby={isMissing ? `${id}-missing` : refusal ? `${id}-error` : undefined}
      />
      {isMissing && (
        <p id={`${id}-missing`} className={styles['missing']} role="alert">
          Please enter the code from the box.
        </p>
      )}
      <Button type="submit" variant="primary" isWide isBusy={isSending} disabled={secondsLeft > 0}>
        {buttonText(isSending, secondsLeft)}
      </Button>
      <LiveRegion>{isSending && <SendingNotice isWaiting={isWaiting} />}</LiveRegion>
    </form>
  );
}

function SendingNotice({ isWaiting }: { isWaiting: boolean }) {
  return (
    <Notice title={isWaiting ? 'Waiting for reception' : 'Sending your code'}>
      {isWaiting && (
        <p>
          Nothing is lost: this browser keeps your code and sends it again by itself until there is
          an answer. You may walk on with this page open, or close it and come back to it later.
        </p>
      )}
    </Notice>
  );
}

function hintOn({ status, message }: ApiError): ReactNode {
  if (status === 422) {
    return <p>Please look at the slip again. Capitals, spaces and dashes do not matter.</p>;
  }
  if (message !== NOT_ACCEPTED) return null;
  return (
    <p>
      Staff looked at the claim that this browser had made and could not accept it. Its code counts
      no more; the hunt goes on under a new one.
    </p>
  );
}

function buttonText(isSending: boolean, secondsLeft: number): string {
  if (isSending) return 'Sending...';
  if (secondsLeft > 0)
    return `Try again in ${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'}`;
  return 'Claim the treasure';
}

import { LiveRegion } from '../../components/ui/live-region.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import type { ContactWindow } from './contact-window.ts';

type Props = {
  attempt: { isSuccess: boolean; isPending: boolean; error: Error | null };
  window: ContactWindow;
  /** The user tried to send within a used-up rate-limit window. */
  isTooEarly: boolean;
};

const TEXTS = {
  refused: 'Something went wrong. Please try again.',
  failed: 'An error occurred. Please try again.',
};

/** The result of sending, or the time until the next message is allowed. */
export function ContactNotice({ attempt, window, isTooEarly }: Props) {
  const { error } = attempt;
  const isLimited = error instanceof ApiError && error.status === 429;
  const isSent = attempt.isSuccess && !isTooEarly;
  return (
    <>
      <LiveRegion>
        {isSent && (
          <Notice tone="success">
            Your message has been sent successfully!
            {window.blocked && ' You have reached your submission limit for the next 10 minutes.'}
          </Notice>
        )}
      </LiveRegion>
      {!isSent && !attempt.isPending && window.blocked && (
        <Notice tone="error">
          Rate limit reached. Please try again in {window.timeRemaining} minutes.
        </Notice>
      )}
      {error && !isLimited && !window.blocked && (
        <Notice tone="error">{messageOf(error, TEXTS)}</Notice>
      )}
    </>
  );
}

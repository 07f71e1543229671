import { Link } from 'react-router-dom';
import { Notice } from '../../components/ui/notice.tsx';
import type { SadFinish } from './finish-entry.ts';

export function FinishingNotice() {
  return (
    <Notice title="You were charged once; we are finishing your entry">
      <p>This takes a moment longer than usual. We keep asking; you need not pay again.</p>
    </Notice>
  );
}

export function EndedNotice({ finish }: { finish: SadFinish }) {
  if (finish.outcome === 'returned') {
    return (
      <Notice title="Your money goes back to you">
        <p>This payment came twice or too late. It is returned to your card by itself.</p>
      </Notice>
    );
  }
  return (
    <Notice tone="error" title="You were charged once, but your entry is not finished">
      {finish.reason && <p>{finish.reason}</p>}
      <p>
        Please do not pay again. Look at your dashboard in a few minutes, or{' '}
        <Link to="/contact">write to us</Link>.
      </p>
    </Notice>
  );
}

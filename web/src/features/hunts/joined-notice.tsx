import type { Product } from '@cairn/contracts/http/hunts.ts';
import { Link } from '../../components/ui/link.tsx';
import { Notice } from '../../components/ui/notice.tsx';

export function JoinedNotice({ hunt }: { hunt: Product }) {
  return (
    <Notice tone="success" title={`You have joined ${hunt.title}.`} takesFocus>
      <p>
        Your payment went through, and the hunt is open to you now:{' '}
        <Link to={`/hunt/${hunt.handle}`}>read its clues</Link>.
      </p>
    </Notice>
  );
}

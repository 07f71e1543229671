import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { Link } from '../../../components/ui/link.tsx';
import { formatDollars } from '../../../lib/money.ts';
import styles from '../ui/admin.module.css';
import { formatMoment } from '../ui/moments.ts';
import { Fact } from '../user/account-info.tsx';

export function HuntFacts({ hunt }: { hunt: StaffHunt }) {
  const { base_value, purchase_bonus, participants, committed_at, completed_at } = hunt;
  return (
    <dl className={styles['facts']}>
      <Fact name="Value now">{formatDollars(base_value + purchase_bonus)}</Fact>
      <Fact name="Members">{participants}</Fact>
      <Fact name="Treasure code">{hunt.has_treasure_code ? 'Set' : 'None yet'}</Fact>
      <Fact name="Committed to it">{committed_at ? formatMoment(committed_at) : 'Not yet'}</Fact>
      {completed_at && <Fact name="Completed">{formatMoment(completed_at)}</Fact>}
      <Fact name="Its page">
        <Link to={`/hunt/${hunt.handle}`}>/hunt/{hunt.handle}</Link>
      </Fact>
    </dl>
  );
}

import type { StaffClaim } from '@cairn/contracts/http/staff-claims.ts';
import { formatDollars } from '../../../lib/money.ts';
import styles from '../ui/admin.module.css';
import { Fact } from '../user/account-info.tsx';

/** Shows the frozen prize, the payable prize and the reversed purchases between them. */
export function ClaimPrize({ claim }: { claim: StaffClaim }) {
  const { prize_frozen, prize_payable, reversed_purchases } = claim;
  return (
    <>
      <dl className={styles['facts']}>
        <Fact name="Prize at the claim">{formatDollars(prize_frozen)}</Fact>
        <Fact name="Prize to pay">{formatDollars(prize_payable)}</Fact>
      </dl>
      {reversed_purchases.length > 0 && (
        <details>
          <summary>
            Purchases refunded or disputed since the claim: {reversed_purchases.length}
          </summary>
          <ul>
            {reversed_purchases.map(({ purchase_id, status, bonus }) => (
              <li key={purchase_id}>
                {purchase_id}: {status}, −{formatDollars(bonus)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

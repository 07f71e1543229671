import { useLocation } from 'react-router-dom';
import { PageMeta } from '../components/page-meta.tsx';
import { Page, PageHeading } from '../components/ui/layout.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { AlertsCard } from '../features/alerts/alerts-card.tsx';
import { AccountCard } from '../features/dashboard/account-card.tsx';
import styles from '../features/dashboard/dashboard.module.css';
import { MyHunts } from '../features/dashboard/my-hunts.tsx';
import { PendingPaymentNotices } from '../features/payments/pending-payment-notices.tsx';
import { MyPurchases } from '../features/purchases/my-purchases.tsx';
import { useSession } from '../features/session/use-session.ts';

export function DashboardPage() {
  const { user } = useSession();
  const notice = noticeIn(useLocation().state);
  return (
    <Page>
      <PageMeta
        path="/dashboard"
        title="Dashboard"
        description="Your account and the hunts you joined."
        isHidden
      />
      <PageHeading>Dashboard</PageHeading>
      {notice && <Notice takesFocus>{notice}</Notice>}
      <div className={styles['columns']}>
        <div className={styles['main']}>
          <PendingPaymentNotices />
          <MyHunts />
          <AlertsCard email={user?.email} />
          <MyPurchases />
        </div>
        <AccountCard user={user} />
      </div>
    </Page>
  );
}

/** A message passed by the previous page. */
function noticeIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('notice' in state)) return null;
  return typeof state.notice === 'string' ? state.notice : null;
}

import { useLocation } from 'react-router-dom';
import { PageMeta } from '../components/page-meta.tsx';
import { Page, PageHeading } from '../components/ui/layout.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { AlertsCard } from '../features/alerts/alerts-card.tsx';
import { AccountCard } from '../features/dashboard/account-card.tsx';
import styles from '../features/dashboard/dashboard.module.css';
import { FinishJoining } from '../features/dashboard/finish-joining.tsx';
import { MyHunts } from '../features/dashboard/my-hunts.tsx';
import { JoinedNotice } from '../features/hunts/joined-notice.tsx';
import { useJoined } from '../features/hunts/use-joined.ts';
import { PendingPaymentNotices } from '../features/payments/pending-payment-notices.tsx';
import { MyPurchases } from '../features/purchases/my-purchases.tsx';
import { useSession } from '../features/session/use-session.ts';

export function DashboardPage() {
  const { user } = useSession();
  const { joined, showJoined } = useJoined();
  const { state } = useLocation();
  const notice = textIn(state, 'notice');
  return (
    <Page>
      <PageMeta
        path="/dashboard"
        title="Dashboard"
        description="Your account and the hunts you joined."
        isHidden
      />
      <PageHeading>Dashboard</PageHeading>
      {joined && <JoinedNotice hunt={joined} />}
      {notice && !joined && <Notice takesFocus>{notice}</Notice>}
      <div className={styles['columns']}>
        <div className={styles['main']}>
          <PendingPaymentNotices />
          <FinishJoining visitedHandle={textIn(state, 'huntToJoin')} onJoined={showJoined} />
          <MyHunts />
          <AlertsCard email={user?.email} />
          <MyPurchases />
        </div>
        <AccountCard user={user} />
      </div>
    </Page>
  );
}

/** Passed by the previous page. */
function textIn(state: unknown, name: 'notice' | 'huntToJoin'): string | null {
  const text: unknown = Object(state)[name];
  return typeof text === 'string' ? text : null;
}

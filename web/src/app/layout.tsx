import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { PageLoading } from '../components/page-loading.tsx';
import { ConnectionNotice } from '../features/session/connection-notice.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { useFocusRecovery } from './use-focus-recovery.ts';
import { useRouteChange } from './use-route-change.ts';

export function Layout() {
  const location = useLocation();
  useRouteChange(location);
  useFocusRecovery();
  return (
    <div className={styles['site']}>
      <a className={styles['skip']} href="#content">
        Skip to the content
      </a>
      <Header />
      <ConnectionNotice />
      <main id="content" tabIndex={-1} className={styles['main']}>
        <ErrorBoundary key={location.pathname}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
    </div>
  );
}

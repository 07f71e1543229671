import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ReachNotice } from '../features/session/reach-notice.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { PageLoading } from './page-loading.tsx';
import { usePagePreload } from './use-page-preload.ts';
import { useRouteChange } from './use-route-change.ts';

export function Layout() {
  const { pathname } = useLocation();
  useRouteChange(pathname);
  usePagePreload();
  return (
    <div className={styles['site']}>
      <a className={styles['skip']} href="#content">
        Skip to the content
      </a>
      <Header />
      <ReachNotice />
      <main id="content" tabIndex={-1} className={styles['main']}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
    </div>
  );
}

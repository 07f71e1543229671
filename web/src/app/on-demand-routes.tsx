import { type RouteObject, useRoutes } from 'react-router-dom';
import { lazyPage, PRIVATE, queryPage } from './lazy-page.tsx';

const AboutPage = lazyPage(() => import('../pages/about.tsx').then((page) => page.AboutPage));
const ContactPage = queryPage(() =>
  import('../pages/contact.tsx').then((page) => page.ContactPage),
);
const TermsPage = lazyPage(() => import('../pages/terms.tsx').then((page) => page.TermsPage));
const RiskWaiverPage = lazyPage(() =>
  import('../pages/risk-waiver.tsx').then((page) => page.RiskWaiverPage),
);
const FaqPage = lazyPage(() => import('../pages/faq.tsx').then((page) => page.FaqPage));
const PrivacyPage = lazyPage(() => import('../pages/privacy.tsx').then((page) => page.PrivacyPage));
const BlogPage = lazyPage(() => import('../pages/blog.tsx').then((page) => page.BlogPage));
const BlogPostPage = lazyPage(() =>
  import('../pages/blog-post.tsx').then((page) => page.BlogPostPage),
);
const HuntPage = queryPage(() => import('../pages/hunt.tsx').then((page) => page.HuntPage));
const ClaimPage = queryPage(() => import('../pages/claim.tsx').then((page) => page.ClaimPage));
const VerifyEmailPage = queryPage(() =>
  import('../pages/verify-email.tsx').then((page) => page.VerifyEmailPage),
);
const DashboardPage = queryPage(() =>
  import('../pages/dashboard.tsx').then((page) => page.DashboardPage),
);
const ReceiptPage = queryPage(() =>
  import('../pages/receipt.tsx').then((page) => page.ReceiptPage),
);
const NotFoundPage = lazyPage(() =>
  import('../pages/not-found.tsx').then((page) => page.NotFoundPage),
);
const RequestResetPage = queryPage(() =>
  import('../pages/request-reset.tsx').then((page) => page.RequestResetPage),
);
const ResetPasswordPage = queryPage(() =>
  import('../pages/reset-password.tsx').then((page) => page.ResetPasswordPage),
);
const ResendVerificationPage = queryPage(() =>
  import('../pages/resend-verification.tsx').then((page) => page.ResendVerificationPage),
);
const StashCodePage = queryPage(() =>
  import('../pages/stash-code.tsx').then((page) => page.StashCodePage),
);
const UnsubscribedPage = lazyPage(() =>
  import('../pages/unsubscribed.tsx').then((page) => page.UnsubscribedPage),
);
const AdminPage = queryPage(() => import('../pages/admin.tsx').then((page) => page.AdminPage));
const AdminOverviewPage = queryPage(() =>
  import('../pages/admin-overview.tsx').then((page) => page.AdminOverviewPage),
);
const AdminUserPage = queryPage(() =>
  import('../pages/admin-user.tsx').then((page) => page.AdminUserPage),
);
const AdminActivityPage = queryPage(() =>
  import('../pages/admin-activity.tsx').then((page) => page.AdminActivityPage),
);
// Loaded at the same time as the page that they guard.
const RequireLogin = lazyPage(() =>
  import('../features/session/require-login.tsx').then((guard) => guard.RequireLogin),
);
const RequireAdmin = lazyPage(() =>
  import('../features/session/require-login.tsx').then((guard) => guard.RequireAdmin),
);

const ADMIN: RouteObject[] = [
  { path: 'admin', Component: AdminPage },
  { path: 'admin/overview', Component: AdminOverviewPage },
  { path: 'admin/user/:userId', Component: AdminUserPage },
  { path: 'admin/activity/:activityId', Component: AdminActivityPage },
];

const MEMBERS: RouteObject[] = [
  { path: 'dashboard', Component: DashboardPage },
  { path: 'receipt/:id', Component: ReceiptPage },
  { path: 'hunt/:handle', Component: HuntPage },
  { Component: RequireAdmin, children: ADMIN },
];

const ROUTES: RouteObject[] = [
  { path: 'about', Component: AboutPage },
  { path: 'contact', Component: ContactPage },
  { path: 'terms', Component: TermsPage },
  { path: 'risk-waiver', Component: RiskWaiverPage },
  { path: 'faq', Component: FaqPage },
  { path: 'privacy', Component: PrivacyPage },
  { path: 'privacy-policy', Component: PrivacyPage },
  { path: 'blog', Component: BlogPage },
  { path: 'blog/post', Component: BlogPostPage },
  { path: 'hunt/:handle/claim', Component: ClaimPage },
  { path: 'verify-email', Component: VerifyEmailPage },
  { path: 'request-reset', Component: RequestResetPage },
  { path: 'reset-password', Component: ResetPasswordPage },
  { path: 'resend-verification', Component: ResendVerificationPage },
  { path: 'porterstash/secretcode', Component: StashCodePage },
  { path: 'unsubscribe-success', Component: UnsubscribedPage },
  { Component: RequireLogin, handle: PRIVATE, children: MEMBERS },
  { path: '*', Component: NotFoundPage },
];

/** All pages but those on the way from home to a hunt. */
export const OnDemandPages = Object.assign(() => useRoutes(ROUTES), { routes: ROUTES });

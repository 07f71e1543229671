import { lazyPage, queryPage } from './lazy-page.tsx';

// Every page is its own chunk. Only pages that use the query library load it.
export const HomePage = lazyPage(() => import('../pages/home.tsx').then((page) => page.HomePage));
export const HuntsPage = queryPage(() =>
  import('../pages/hunts.tsx').then((page) => page.HuntsPage),
);
export const HuntPage = queryPage(() => import('../pages/hunt.tsx').then((page) => page.HuntPage));
export const PublicHuntPage = queryPage(() =>
  import('../pages/public-hunt.tsx').then((page) => page.PublicHuntPage),
);
export const ClaimPage = queryPage(() =>
  import('../pages/claim.tsx').then((page) => page.ClaimPage),
);
export const LoginPage = queryPage(() =>
  import('../pages/login.tsx').then((page) => page.LoginPage),
);
export const SignupPage = queryPage(() =>
  import('../pages/signup.tsx').then((page) => page.SignupPage),
);
export const VerifyEmailPage = queryPage(() =>
  import('../pages/verify-email.tsx').then((page) => page.VerifyEmailPage),
);
export const DashboardPage = queryPage(() =>
  import('../pages/dashboard.tsx').then((page) => page.DashboardPage),
);
export const ReceiptPage = queryPage(() =>
  import('../pages/receipt.tsx').then((page) => page.ReceiptPage),
);
export const NotFoundPage = lazyPage(() =>
  import('../pages/not-found.tsx').then((page) => page.NotFoundPage),
);
export const AboutPage = lazyPage(() =>
  import('../pages/about.tsx').then((page) => page.AboutPage),
);
export const ContactPage = queryPage(() =>
  import('../pages/contact.tsx').then((page) => page.ContactPage),
);
export const TermsPage = lazyPage(() =>
  import('../pages/terms.tsx').then((page) => page.TermsPage),
);
export const RiskWaiverPage = lazyPage(() =>
  import('../pages/risk-waiver.tsx').then((page) => page.RiskWaiverPage),
);
export const FaqPage = lazyPage(() => import('../pages/faq.tsx').then((page) => page.FaqPage));
export const PrivacyPage = lazyPage(() =>
  import('../pages/privacy.tsx').then((page) => page.PrivacyPage),
);
export const BlogPage = lazyPage(() => import('../pages/blog.tsx').then((page) => page.BlogPage));
export const BlogPostPage = lazyPage(() =>
  import('../pages/blog-post.tsx').then((page) => page.BlogPostPage),
);
export const RequestResetPage = queryPage(() =>
  import('../pages/request-reset.tsx').then((page) => page.RequestResetPage),
);
export const ResetPasswordPage = queryPage(() =>
  import('../pages/reset-password.tsx').then((page) => page.ResetPasswordPage),
);
export const ResendVerificationPage = queryPage(() =>
  import('../pages/resend-verification.tsx').then((page) => page.ResendVerificationPage),
);
export const StashCodePage = queryPage(() =>
  import('../pages/stash-code.tsx').then((page) => page.StashCodePage),
);
export const UnsubscribedPage = lazyPage(() =>
  import('../pages/unsubscribed.tsx').then((page) => page.UnsubscribedPage),
);
// Loaded at the same time as the page that they guard.
export const RequireLogin = lazyPage(() =>
  import('../features/session/require-login.tsx').then((guard) => guard.RequireLogin),
);
export const RequireAdmin = lazyPage(() =>
  import('../features/session/require-login.tsx').then((guard) => guard.RequireAdmin),
);
export const AdminPage = queryPage(() =>
  import('../pages/admin.tsx').then((page) => page.AdminPage),
);
export const AdminOverviewPage = queryPage(() =>
  import('../pages/admin-overview.tsx').then((page) => page.AdminOverviewPage),
);
export const AdminUserPage = queryPage(() =>
  import('../pages/admin-user.tsx').then((page) => page.AdminUserPage),
);
export const AdminActivityPage = queryPage(() =>
  import('../pages/admin-activity.tsx').then((page) => page.AdminActivityPage),
);

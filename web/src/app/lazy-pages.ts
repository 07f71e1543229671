import { lazyPage } from './lazy-page.tsx';

// Every page is its own chunk.
export const HomePage = lazyPage(() => import('../pages/home.tsx').then((page) => page.HomePage));
export const HuntsPage = lazyPage(() =>
  import('../pages/hunts.tsx').then((page) => page.HuntsPage),
);
export const HuntPage = lazyPage(() => import('../pages/hunt.tsx').then((page) => page.HuntPage));
export const PublicHuntPage = lazyPage(() =>
  import('../pages/public-hunt.tsx').then((page) => page.PublicHuntPage),
);
export const ClaimPage = lazyPage(() =>
  import('../pages/claim.tsx').then((page) => page.ClaimPage),
);
export const LoginPage = lazyPage(() =>
  import('../pages/login.tsx').then((page) => page.LoginPage),
);
export const SignupPage = lazyPage(() =>
  import('../pages/signup.tsx').then((page) => page.SignupPage),
);
export const VerifyEmailPage = lazyPage(() =>
  import('../pages/verify-email.tsx').then((page) => page.VerifyEmailPage),
);
export const DashboardPage = lazyPage(() =>
  import('../pages/dashboard.tsx').then((page) => page.DashboardPage),
);
export const ReceiptPage = lazyPage(() =>
  import('../pages/receipt.tsx').then((page) => page.ReceiptPage),
);
export const NotFoundPage = lazyPage(() =>
  import('../pages/not-found.tsx').then((page) => page.NotFoundPage),
);
export const AboutPage = lazyPage(() =>
  import('../pages/about.tsx').then((page) => page.AboutPage),
);
export const ContactPage = lazyPage(() =>
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
export const RequestResetPage = lazyPage(() =>
  import('../pages/request-reset.tsx').then((page) => page.RequestResetPage),
);
export const ResetPasswordPage = lazyPage(() =>
  import('../pages/reset-password.tsx').then((page) => page.ResetPasswordPage),
);
export const ResendVerificationPage = lazyPage(() =>
  import('../pages/resend-verification.tsx').then((page) => page.ResendVerificationPage),
);
export const StashCodePage = lazyPage(() =>
  import('../pages/stash-code.tsx').then((page) => page.StashCodePage),
);
export const UnsubscribedPage = lazyPage(() =>
  import('../pages/unsubscribed.tsx').then((page) => page.UnsubscribedPage),
);
export const AdminPage = lazyPage(() =>
  import('../pages/admin.tsx').then((page) => page.AdminPage),
);
export const AdminUserPage = lazyPage(() =>
  import('../pages/admin-user.tsx').then((page) => page.AdminUserPage),
);
export const AdminActivityPage = lazyPage(() =>
  import('../pages/admin-activity.tsx').then((page) => page.AdminActivityPage),
);

import { type ComponentType, lazy } from 'react';

type Loaded = Promise<{ default: ComponentType }>;

// Every page but home is a chunk of its own.
export const HuntsPage = lazy(
  (): Loaded => import('../pages/hunts.tsx').then((page) => ({ default: page.HuntsPage })),
);
export const HuntPage = lazy(
  (): Loaded => import('../pages/hunt.tsx').then((page) => ({ default: page.HuntPage })),
);
export const LoginPage = lazy(
  (): Loaded => import('../pages/login.tsx').then((page) => ({ default: page.LoginPage })),
);
export const SignupPage = lazy(
  (): Loaded => import('../pages/signup.tsx').then((page) => ({ default: page.SignupPage })),
);
export const VerifyEmailPage = lazy(
  (): Loaded =>
    import('../pages/verify-email.tsx').then((page) => ({ default: page.VerifyEmailPage })),
);
export const DashboardPage = lazy(
  (): Loaded => import('../pages/dashboard.tsx').then((page) => ({ default: page.DashboardPage })),
);
export const ReceiptPage = lazy(
  (): Loaded => import('../pages/receipt.tsx').then((page) => ({ default: page.ReceiptPage })),
);
export const NotFoundPage = lazy(
  (): Loaded => import('../pages/not-found.tsx').then((page) => ({ default: page.NotFoundPage })),
);
export const AboutPage = lazy(
  (): Loaded => import('../pages/about.tsx').then((page) => ({ default: page.AboutPage })),
);
export const ContactPage = lazy(
  (): Loaded => import('../pages/contact.tsx').then((page) => ({ default: page.ContactPage })),
);
export const TermsPage = lazy(
  (): Loaded => import('../pages/terms.tsx').then((page) => ({ default: page.TermsPage })),
);
export const RiskWaiverPage = lazy(
  (): Loaded =>
    import('../pages/risk-waiver.tsx').then((page) => ({ default: page.RiskWaiverPage })),
);
export const FaqPage = lazy(
  (): Loaded => import('../pages/faq.tsx').then((page) => ({ default: page.FaqPage })),
);
export const PrivacyPage = lazy(
  (): Loaded => import('../pages/privacy.tsx').then((page) => ({ default: page.PrivacyPage })),
);
export const BlogPage = lazy(
  (): Loaded => import('../pages/blog.tsx').then((page) => ({ default: page.BlogPage })),
);
export const BlogPostPage = lazy(
  (): Loaded => import('../pages/blog-post.tsx').then((page) => ({ default: page.BlogPostPage })),
);
export const RequestResetPage = lazy(
  (): Loaded =>
    import('../pages/request-reset.tsx').then((page) => ({ default: page.RequestResetPage })),
);
export const ResetPasswordPage = lazy(
  (): Loaded =>
    import('../pages/reset-password.tsx').then((page) => ({ default: page.ResetPasswordPage })),
);
export const ResendVerificationPage = lazy(
  (): Loaded =>
    import('../pages/resend-verification.tsx').then((page) => ({
      default: page.ResendVerificationPage,
    })),
);
export const StashCodePage = lazy(
  (): Loaded => import('../pages/stash-code.tsx').then((page) => ({ default: page.StashCodePage })),
);
export const UnsubscribedPage = lazy(
  (): Loaded =>
    import('../pages/unsubscribed.tsx').then((page) => ({ default: page.UnsubscribedPage })),
);
export const AdminPage = lazy(
  (): Loaded => import('../pages/admin.tsx').then((page) => ({ default: page.AdminPage })),
);
export const AdminUserPage = lazy(
  (): Loaded => import('../pages/admin-user.tsx').then((page) => ({ default: page.AdminUserPage })),
);
export const AdminActivityPage = lazy(
  (): Loaded =>
    import('../pages/admin-activity.tsx').then((page) => ({ default: page.AdminActivityPage })),
);

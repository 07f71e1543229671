import { type RouteObject, useRoutes } from 'react-router-dom';
import { GuestOnly } from '../features/session/guest-only.tsx';
import { Layout } from './layout.tsx';
import * as pages from './lazy-pages.ts';

const ADMIN: RouteObject[] = [
  { path: 'admin', Component: pages.AdminPage },
  { path: 'admin/overview', Component: pages.AdminOverviewPage },
  { path: 'admin/user/:userId', Component: pages.AdminUserPage },
  { path: 'admin/activity/:activityId', Component: pages.AdminActivityPage },
];

const MEMBERS: RouteObject[] = [
  { path: 'dashboard', Component: pages.DashboardPage },
  { path: 'receipt/:id', Component: pages.ReceiptPage },
  { path: 'hunt/:handle', Component: pages.HuntPage },
  { Component: pages.RequireAdmin, children: ADMIN },
];

const GUESTS: RouteObject[] = [
  { path: 'login', Component: pages.LoginPage },
  { path: 'signup', Component: pages.SignupPage },
];

const ALL_ROUTES: RouteObject[] = [
  { index: true, Component: pages.HomePage },
  { path: 'about', Component: pages.AboutPage },
  { path: 'contact', Component: pages.ContactPage },
  { path: 'hunts', Component: pages.HuntsPage },
  { path: 'hunts/:handle', Component: pages.PublicHuntPage },
  { path: 'hunt/:handle/claim', Component: pages.ClaimPage },
  { path: 'terms', Component: pages.TermsPage },
  { path: 'risk-waiver', Component: pages.RiskWaiverPage },
  { path: 'faq', Component: pages.FaqPage },
  { path: 'privacy', Component: pages.PrivacyPage },
  { path: 'privacy-policy', Component: pages.PrivacyPage },
  { path: 'blog', Component: pages.BlogPage },
  { path: 'blog/post', Component: pages.BlogPostPage },
  { path: 'verify-email', Component: pages.VerifyEmailPage },
  { path: 'request-reset', Component: pages.RequestResetPage },
  { path: 'reset-password', Component: pages.ResetPasswordPage },
  { path: 'resend-verification', Component: pages.ResendVerificationPage },
  { path: 'porterstash/secretcode', Component: pages.StashCodePage },
  { path: 'unsubscribe-success', Component: pages.UnsubscribedPage },
  { Component: GuestOnly, children: GUESTS },
  { Component: pages.RequireLogin, children: MEMBERS },
  { path: '*', Component: pages.NotFoundPage },
];

/** The build renders each route: see src/prerender.tsx, which also lists what cannot be rendered. */
export const ROUTES: RouteObject[] = [{ Component: Layout, children: ALL_ROUTES }];

export function AppRoutes() {
  return useRoutes(ROUTES);
}

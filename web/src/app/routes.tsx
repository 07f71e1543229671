import { Route, Routes } from 'react-router-dom';
import { GuestOnly, RequireAdmin, RequireLogin } from '../features/session/guards.tsx';
import { HomePage } from '../pages/home.tsx';
import { Layout } from './layout.tsx';
import * as pages from './lazy-pages.ts';

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route index element={<HomePage />} />
        <Route path="about" element={<pages.AboutPage />} />
        <Route path="contact" element={<pages.ContactPage />} />
        <Route path="hunts" element={<pages.HuntsPage />} />
        <Route path="terms" element={<pages.TermsPage />} />
        <Route path="risk-waiver" element={<pages.RiskWaiverPage />} />
        <Route path="faq" element={<pages.FaqPage />} />
        <Route path="privacy" element={<pages.PrivacyPage />} />
        <Route path="privacy-policy" element={<pages.PrivacyPage />} />
        <Route path="blog" element={<pages.BlogPage />} />
        <Route path="blog/post" element={<pages.BlogPostPage />} />
        <Route path="verify-email" element={<pages.VerifyEmailPage />} />
        <Route path="request-reset" element={<pages.RequestResetPage />} />
        <Route path="reset-password" element={<pages.ResetPasswordPage />} />
        <Route path="resend-verification" element={<pages.ResendVerificationPage />} />
        <Route path="porterstash/secretcode" element={<pages.StashCodePage />} />
        <Route path="unsubscribe-success" element={<pages.UnsubscribedPage />} />
        <Route element={<GuestOnly />}>
          <Route path="login" element={<pages.LoginPage />} />
          <Route path="signup" element={<pages.SignupPage />} />
        </Route>
        <Route element={<RequireLogin />}>
          <Route path="dashboard" element={<pages.DashboardPage />} />
          <Route path="receipt/:id" element={<pages.ReceiptPage />} />
          <Route path="hunt/:handle" element={<pages.HuntPage />} />
          <Route element={<RequireAdmin />}>
            <Route path="admin" element={<pages.AdminPage />} />
            <Route path="admin/user/:userId" element={<pages.AdminUserPage />} />
            <Route path="admin/activity/:activityId" element={<pages.AdminActivityPage />} />
          </Route>
        </Route>
        <Route path="*" element={<pages.NotFoundPage />} />
      </Route>
    </Routes>
  );
}

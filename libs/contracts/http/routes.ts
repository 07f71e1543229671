import {
  changePassword,
  deleteAccount,
  exportAccount,
  getSession,
  login,
  logoutEverywhere,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  signup,
  verifyEmail,
} from './accounts.ts';
import { getAccount, listAccounts, refundPurchase } from './back-office.ts';
import { getHuntData, listProducts, streamProducts } from './hunts.ts';
import { createPaymentIntent, recordPurchase, stripeWebhook } from './payments.ts';
import { listOwnPurchases } from './purchases.ts';
import type { AnyRoute } from './route.ts';
import { getConfig, getOpenApi } from './site.ts';

export type Upstream = 'auth' | 'catalog' | 'payment' | 'notification' | 'admin';

/** Every public call and who serves it. The gateway forwards these and nothing else. */
export const PUBLIC_ROUTES: Readonly<Record<Upstream | 'gateway', readonly AnyRoute[]>> = {
  gateway: [getConfig, getOpenApi, listProducts, streamProducts],
  auth: [
    signup,
    verifyEmail,
    resendVerification,
    login,
    getSession,
    requestPasswordReset,
    resetPassword,
    changePassword,
    logoutEverywhere,
    deleteAccount,
    exportAccount,
  ],
  catalog: [getHuntData],
  payment: [createPaymentIntent, recordPurchase, stripeWebhook, listOwnPurchases],
  notification: [],
  admin: [listAccounts, getAccount, refundPurchase],
};

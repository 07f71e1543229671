import {
  changePassword,
  deleteAccount,
  endSession,
  exportAccount,
  getSession,
  listSessions,
  login,
  logout,
  logoutEverywhere,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  signup,
  verifyEmail,
} from './accounts.ts';
import { getAlerts, removePhone, setPhone, updateAlerts, verifyPhone } from './alerts.ts';
import {
  deleteAccountByStaff,
  getAccount,
  listAccounts,
  refundPurchase,
  updateAccount,
} from './back-office.ts';
import { claimTreasure, getFairness, verifyStashCode } from './claims.ts';
import { getHuntData, listProducts, streamProducts } from './hunts.ts';
import { getImage, uploadImage } from './images.ts';
import {
  sendContactMessage,
  sendgridWebhook,
  showUnsubscribe,
  twilioWebhook,
  unsubscribe,
} from './messages.ts';
import { createPaymentIntent, recordPurchase, stripeWebhook } from './payments.ts';
import { listOwnPurchases } from './purchases.ts';
import type { AnyRoute } from './route.ts';
import { getConfig, getOpenApi } from './site.ts';
import { getActivity, listActingAdmins, listActivities } from './staff-activity.ts';
import { decideClaim, listClaims } from './staff-claims.ts';
import {
  createClue,
  createHunt,
  deleteClue,
  getStaffHunt,
  listReleasePlan,
  listStaffClues,
  listStaffHunts,
  previewClue,
  updateClue,
  updateHunt,
} from './staff-hunts.ts';
import {
  getMailing,
  liftSuppression,
  listDeliveries,
  listMailings,
  pauseMailing,
  previewEmail,
  resumeMailing,
  retryDelivery,
  retryMailing,
  sendEmail,
  stopMailing,
  testEmail,
} from './staff-messages.ts';
import { listSqlTables, runSql } from './staff-sql.ts';
import { acknowledgeTreasureCode, getTreasureCode } from './treasure-codes.ts';

export type Upstream = 'auth' | 'catalog' | 'payment' | 'notification' | 'admin';

/** Every public route and the service that owns it. The gateway forwards only these. */
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
    logout,
    logoutEverywhere,
    listSessions,
    endSession,
    deleteAccount,
    exportAccount,
    updateAccount,
    deleteAccountByStaff,
  ],
  catalog: [
    getHuntData,
    claimTreasure,
    getFairness,
    verifyStashCode,
    getImage,
    uploadImage,
    listStaffHunts,
    createHunt,
    getStaffHunt,
    updateHunt,
    acknowledgeTreasureCode,
    getTreasureCode,
    listStaffClues,
    createClue,
    updateClue,
    deleteClue,
    previewClue,
    listReleasePlan,
    listClaims,
    decideClaim,
  ],
  payment: [createPaymentIntent, recordPurchase, stripeWebhook, listOwnPurchases, refundPurchase],
  notification: [
    getAlerts,
    updateAlerts,
    setPhone,
    verifyPhone,
    removePhone,
    sendContactMessage,
    showUnsubscribe,
    unsubscribe,
    sendgridWebhook,
    twilioWebhook,
    sendEmail,
    previewEmail,
    testEmail,
    listMailings,
    getMailing,
    pauseMailing,
    resumeMailing,
    stopMailing,
    retryMailing,
    listDeliveries,
    retryDelivery,
    liftSuppression,
  ],
  admin: [
    listAccounts,
    getAccount,
    listActivities,
    getActivity,
    listActingAdmins,
    runSql,
    listSqlTables,
  ],
};

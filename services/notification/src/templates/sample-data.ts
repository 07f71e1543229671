// Sample variables of messages, for tests and `npm run mails`.
export const MOMENT = '2026-05-17T14:05:00.000Z';
export const HUNT = { handle: 'vt-troll-hunt', title: 'The Vermont Troll' };
export const PURCHASE = {
  purchaseId: '4f6c1e8a-7d0b-4b43-9a63-0d9a5c1f2e77',
  receiptNumber: 'CRN-2026-000123',
  productTitle: HUNT.title,
  handle: HUNT.handle,
  region: 'Vermont',
  amountCents: 2000,
  currency: 'USD',
};
export const CANCELLATION = { reason: 'The river has washed out the road to the box.' };
export const CONTACT = {
  name: 'Ann Example',
  email: 'ann@example.com',
  message: 'Hello,\nis the river part of the search area?\n\nThank you,\nAnn',
};
export const MAILING = {
  subject: 'Summer hunts are open',
  html: '<h1>Summer is here</h1><p>Three new hunts begin in <strong>June</strong>. <a href="https://cairn.example/hunts" rel="noopener">See them all</a>.</p><ul><li>Vermont</li><li>Maine</li></ul><blockquote>Look under the third stone.</blockquote>',
  text: 'Summer is here\n\nThree new hunts begin in June. See them all [https://cairn.example/hunts].\n\n * Vermont\n * Maine',
};

/** Every page of the web app (SPEC 2); `:` begins a part that may be anything. */
const PAGES = [
  '/',
  '/about',
  '/contact',
  '/hunts',
  '/hunt/:handle',
  '/login',
  '/signup',
  '/terms',
  '/risk-waiver',
  '/faq',
  '/privacy',
  '/privacy-policy',
  '/blog',
  '/blog/post',
  '/verify-email',
  '/request-reset',
  '/reset-password',
  '/resend-verification',
  '/porterstash/secretcode',
  '/unsubscribe-success',
  '/dashboard',
  '/admin',
  '/admin/user/:userId',
  '/admin/activity/:activityId',
];

const PATTERNS = PAGES.map((page) => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}/?$`));

/** Whether the web app has a page here; elsewhere it shows that there is none. */
export function isPage(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path));
}

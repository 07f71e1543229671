/** Every page that needs no login, with the title in the gateway's HTML. */
export const PUBLIC_PAGES = [
  { path: '/', title: 'Cairn' },
  { path: '/about', title: 'About · Cairn' },
  { path: '/contact', title: 'Contact · Cairn' },
  { path: '/hunts', title: 'Hunts · Cairn' },
  { path: '/login', title: 'Login · Cairn' },
  { path: '/signup', title: 'Sign Up · Cairn' },
  { path: '/terms', title: 'Terms of Service · Cairn' },
  { path: '/risk-waiver', title: 'Risk Waiver · Cairn' },
  { path: '/faq', title: 'Frequently Asked Questions · Cairn' },
  { path: '/privacy', title: 'Privacy Policy · Cairn' },
  { path: '/privacy-policy', title: 'Privacy Policy · Cairn' },
  { path: '/blog', title: 'Blog · Cairn' },
  { path: '/blog/post', title: 'The Art of Treasure Hunting · Cairn' },
  { path: '/verify-email', title: 'Verify Email · Cairn' },
  { path: '/request-reset', title: 'Reset Password · Cairn' },
  { path: '/reset-password', title: 'Set New Password · Cairn' },
  { path: '/resend-verification', title: 'Resend Verification Email · Cairn' },
  { path: '/porterstash/secretcode', title: 'Porter Stash Secret Code · Cairn' },
  { path: '/unsubscribe-success', title: 'Unsubscribed Successfully · Cairn' },
] as const;

/** Pages that need a login or a parameter: the gateway sends their head, the browser renders the rest. */
export const SHELL_PAGES = [
  { path: '/dashboard', title: 'Dashboard · Cairn' },
  { path: '/hunt/vt-troll-hunt', title: 'Hunt · Cairn' },
  { path: '/hunt/vt-troll-hunt/claim', title: 'Claim the Treasure · Cairn' },
  { path: '/receipt/some-id', title: 'Receipt · Cairn' },
  { path: '/admin', title: 'Admin Dashboard · Cairn' },
  { path: '/admin/overview', title: 'Overview · Cairn' },
  { path: '/admin/user/some-id', title: 'Account · Cairn' },
  { path: '/admin/activity/some-id', title: 'Activity · Cairn' },
] as const;

/** Not indexed: pages that only a mailed link, a login or a code of a hunt opens. */
export const HIDDEN = new Set<string>([
  ...SHELL_PAGES.map(({ path }) => path),
  '/verify-email',
  '/request-reset',
  '/reset-password',
  '/resend-verification',
  '/unsubscribe-success',
  '/porterstash/secretcode',
]);

/** The text pages that SPEC 2 ends with a button, and its text for a visitor. */
export const TEXT_PAGES = [
  { path: '/about', heading: 'About Cairn', button: 'Join the hunt' },
  { path: '/terms', heading: 'Terms of Service', button: 'Join the hunt' },
  { path: '/privacy', heading: 'Privacy Policy', button: 'Join the hunt' },
  { path: '/privacy-policy', heading: 'Privacy Policy', button: 'Join the hunt' },
  { path: '/risk-waiver', heading: 'Risk Waiver', button: 'Join the hunt' },
  { path: '/faq', heading: 'Frequently Asked Questions', button: 'Start Your Adventure' },
] as const;

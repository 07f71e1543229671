export const SOCIAL_PROFILE = {
  name: 'Instagram',
  url: 'https://www.instagram.com/cairn.hunts/',
} as const;

export const FOOTER_LINKS = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/terms', label: 'Terms of Service' },
  { to: '/risk-waiver', label: 'Risk Waiver' },
  { to: '/faq', label: 'FAQ' },
  { to: '/blog', label: 'Blog' },
] as const;

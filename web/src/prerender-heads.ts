import { type EndpointPath, fillPath } from '@cairn/contracts/http/endpoints.ts';
import type { Picture } from './components/page-meta.tsx';

type Head = { title: string; description: string; isHidden?: boolean; picture?: Picture };

/**
 * Metadata of pages that the build cannot render, because they need a login, a parameter or a query.
 * Their PageMeta replaces it in the browser. Excluded from search engines but for the page of a hunt, whose
 * placeholders the gateway fills (gateway/src/web-app/hunt-head.ts).
 */
export const HEADS: Readonly<Record<string, Head>> = {
  '/verify-email': {
    title: 'Verify Email',
    description: 'Verifies the email address of a new account.',
  },
  '/reset-password': {
    title: 'Set New Password',
    description: 'Sets a new password by a link that was mailed.',
  },
  '/dashboard': { title: 'Dashboard', description: 'Your hunts, your account and your alerts.' },
  '/receipt/:id': { title: 'Receipt', description: 'The receipt of a hunt that you joined.' },
  '/hunts/:handle': {
    title: '{hunt.title}',
    description: '{hunt.description}',
    isHidden: false,
    picture: {
      path: fillPath('/api/hunts/:handle/picture.jpg' satisfies EndpointPath, {
        handle: '-handle-',
      }),
      alt: '{hunt.title}',
    },
  },
  '/hunt/:handle': {
    title: 'Hunt',
    description: 'The clues and updates of a treasure hunt, for those who joined.',
  },
  '/hunt/:handle/claim': {
    title: 'Claim the Treasure',
    description: 'Found the box? Enter its code here, without a name.',
  },
  '/admin': { title: 'Admin Dashboard', description: 'Cairn’s back office, for its staff.' },
  '/admin/overview': { title: 'Overview', description: 'The state of the hunts, for staff.' },
  '/admin/user/:userId': { title: 'Account', description: 'An account, in Cairn’s back office.' },
  '/admin/activity/:activityId': {
    title: 'Activity',
    description: 'An activity, in Cairn’s back office.',
  },
};

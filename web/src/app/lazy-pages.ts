import { lazyPage, queryPage } from './lazy-page.tsx';

// Every page is its own chunk. Only pages that use the query library load it.
export const HomePage = lazyPage(() => import('../pages/home.tsx').then((page) => page.HomePage));
export const HuntsPage = queryPage(() =>
  import('../pages/hunts.tsx').then((page) => page.HuntsPage),
);
export const PublicHuntPage = queryPage(() =>
  import('../pages/public-hunt.tsx').then((page) => page.PublicHuntPage),
);
export const LoginPage = queryPage(() =>
  import('../pages/login.tsx').then((page) => page.LoginPage),
);
export const SignupPage = queryPage(() =>
  import('../pages/signup.tsx').then((page) => page.SignupPage),
);
// The routes of all other pages, whose names and styles would otherwise be in the first chunk.
export const OnDemandPages = lazyPage(() =>
  import('./on-demand-routes.tsx').then((routes) => routes.OnDemandPages),
);

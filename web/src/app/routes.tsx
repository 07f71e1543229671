import { type RouteObject, useRoutes } from 'react-router-dom';
import { GuestOnly } from '../features/session/guest-only.tsx';
import { Layout } from './layout.tsx';
import * as pages from './lazy-pages.ts';

const GUESTS: RouteObject[] = [
  { path: 'login', Component: pages.LoginPage },
  { path: 'signup', Component: pages.SignupPage },
];

const ALL_ROUTES: RouteObject[] = [
  { index: true, Component: pages.HomePage },
  { path: 'hunts', Component: pages.HuntsPage },
  { path: 'hunts/:handle', Component: pages.PublicHuntPage },
  { Component: GuestOnly, children: GUESTS },
  { path: '*', Component: pages.OnDemandPages },
];

/** The build renders each route: see src/prerender.tsx, which also lists what cannot be rendered. */
export const ROUTES: RouteObject[] = [{ Component: Layout, children: ALL_ROUTES }];

export function AppRoutes() {
  return useRoutes(ROUTES);
}

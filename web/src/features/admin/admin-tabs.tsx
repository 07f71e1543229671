import { Tabs } from 'radix-ui';
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import styles from './admin-tabs.module.css';
import { keepSearchOfTab, searchOfTab } from './last-search.ts';
import { FocusKeeper } from './ui/focus-keeper.tsx';
import { PanelLoading } from './ui/loaded.tsx';
import { UsersPanel } from './users/users-panel.tsx';

type Panel = Promise<{ default: ComponentType }>;

const PANELS = {
  email: lazy(
    (): Panel => import('./email/email-panel.tsx').then((m) => ({ default: m.EmailPanel })),
  ),
  activity: lazy(
    (): Panel =>
      import('./activity/activity-panel.tsx').then((m) => ({ default: m.ActivityPanel })),
  ),
  sql: lazy((): Panel => import('./sql/sql-panel.tsx').then((m) => ({ default: m.SqlPanel }))),
  hunts: lazy(
    (): Panel => import('./hunts/hunts-panel.tsx').then((m) => ({ default: m.HuntsPanel })),
  ),
  claims: lazy(
    (): Panel => import('./claims/claims-panel.tsx').then((m) => ({ default: m.ClaimsPanel })),
  ),
  deliveries: lazy(
    (): Panel =>
      import('./deliveries/deliveries-panel.tsx').then((m) => ({ default: m.DeliveriesPanel })),
  ),
};

const TITLES = {
  users: 'Users',
  email: 'Email',
  activity: 'Activity Log',
  sql: 'SQL',
  hunts: 'Hunts',
  claims: 'Claims',
  deliveries: 'Deliveries',
};
type Tab = keyof typeof TITLES;

/** The tab is in the address; only the open one asks the server for anything. */
export function AdminTabs() {
  const [search, setSearch] = useSearchParams();
  const tab = tabIn(search);
  useEffect(() => keepSearchOfTab(tab, search.toString()), [tab, search]);
  function open(next: string) {
    setSearch(new URLSearchParams(searchOfTab(next)));
  }
  const emailTab = useRef<HTMLButtonElement>(null);
  function writeToSelected() {
    open('email');
    // The button that was pressed goes with its panel.
    emailTab.current?.focus();
  }
  const Opened = tab === 'users' ? null : PANELS[tab];
  return (
    <Tabs.Root value={tab} onValueChange={open} activationMode="manual">
      <Tabs.List className={styles['tabs']} aria-label="Back office">
        {Object.entries(TITLES).map(([name, title]) => (
          <Tabs.Trigger
            key={name}
            ref={name === 'email' ? emailTab : undefined}
            value={name}
            className={styles['tab']}
          >
            {title}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {/* Each panel begins with something to tab to, so it is no stop itself. */}
      <Tabs.Content value={tab} tabIndex={-1} className={styles['panel']}>
        {/* A boundary of its own for each tab, so that a click is answered at once. */}
        <FocusKeeper key={tab}>
          <Suspense fallback={<PanelLoading />}>
            {Opened ? <Opened /> : <UsersPanel onWriteToSelected={writeToSelected} />}
          </Suspense>
        </FocusKeeper>
      </Tabs.Content>
    </Tabs.Root>
  );
}

function tabIn(search: URLSearchParams): Tab {
  const tab = search.get('tab') ?? '';
  return Object.hasOwn(TITLES, tab) ? (tab as Tab) : 'users';
}

import { Tabs } from 'radix-ui';
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx';
import { useQueryParameters } from '../../lib/use-query-parameters.ts';
import styles from './admin-tabs.module.css';
import { useTabCounts } from './overview/use-tab-counts.ts';
import { readTabSearch, saveTabSearch } from './ui/back-to-admin.tsx';
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
  plan: lazy((): Panel => import('./hunts/plan-panel.tsx').then((m) => ({ default: m.PlanPanel }))),
  purchases: lazy(
    (): Panel =>
      import('./purchases/purchases-panel.tsx').then((m) => ({ default: m.PurchasesPanel })),
  ),
  messages: lazy(
    (): Panel =>
      import('./messages/messages-panel.tsx').then((m) => ({ default: m.MessagesPanel })),
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
  plan: 'Plan',
  purchases: 'Purchases',
  messages: 'Messages',
  claims: 'Claims',
  deliveries: 'Deliveries',
};
type Tab = keyof typeof TITLES;

/** The open tab is a URL parameter; only the open panel is mounted and fetches. */
export function AdminTabs() {
  const [search, setSearch] = useQueryParameters();
  const tab = tabIn(search);
  useEffect(() => saveTabSearch(tab, search.toString()), [tab, search]);
  function open(next: string) {
    setSearch(new URLSearchParams(readTabSearch(next)));
  }
  const emailTab = useRef<HTMLButtonElement>(null);
  function writeToSelected() {
    open('email');
    // The pressed button unmounts with its panel, so the focus moves to the email tab.
    emailTab.current?.focus();
  }
  const counts = useTabCounts();
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
            aria-describedby={counts[name] ? `tab-count-${name}` : undefined}
          >
            {title}
            {counts[name] && (
              <span className={styles['count']} aria-hidden="true">
                {counts[name].count.toLocaleString('en-US')}
              </span>
            )}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {/* Descriptions, because the name of a tab is its title alone. */}
      {Object.entries(counts).map(
        ([name, found]) =>
          found && (
            <VisuallyHidden key={name} id={`tab-count-${name}`} aria-hidden="true">
              {found.count} {found.what}
            </VisuallyHidden>
          ),
      )}
      {/* Panels start with a focusable element, so the panel itself is not a tab stop. */}
      <Tabs.Content value={tab} tabIndex={-1} className={styles['panel']}>
        {/* One boundary per tab shows its fallback immediately on a click. */}
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

import { useCallback, useState } from 'react';
import styles from './account-settings.module.css';
import { ChangePassword } from './change-password.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { DownloadData } from './download-data.tsx';
import { LogOutEverywhere } from './log-out-everywhere.tsx';
import { SessionList } from './session-list.tsx';
import { Setting } from './setting.tsx';

type Name = 'password' | 'sessions' | 'deletion';

/** The account settings; one setting is open at a time. */
export function AccountSettings({ email }: { email: string }) {
  const [open, setOpen] = useState<Name | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const rowOf = (name: Name) => ({ isOpen: open === name, onOpen: () => setOpen(name) });
  return (
    <ul className={styles['settings']}>
      <Setting title="Change Password" {...rowOf('password')}>
        <ChangePassword email={email} onClose={close} />
      </Setting>
      <Setting title="Where you are logged in" {...rowOf('sessions')}>
        <SessionList />
        <LogOutEverywhere onClose={close} />
      </Setting>
      <DownloadData />
      <Setting title="Delete Account" {...rowOf('deletion')}>
        <DeleteAccount email={email} onClose={close} />
      </Setting>
    </ul>
  );
}

import type { Account } from '@cairn/contracts/http/back-office.ts';
import { callRoute } from '../api/call-route.ts';

/** An action of staff on an account, with the consequences that its confirmation lists. */
export type AccountAction = {
  name: string;
  /** The outcome as a sentence. */
  done: string;
  consequences: string[];
  isDangerous: boolean;
  /** The account no longer exists afterwards, so the page returns to the list. */
  isDeletion?: boolean;
  run: () => Promise<unknown>;
};

type Changes = { status?: Account['status']; email_verified?: boolean; is_admin?: boolean };

/** The actions that apply to the account's current state. */
export function actionsFor(account: Account): AccountAction[] {
  const change = (body: Changes) => () =>
    callRoute('PATCH /api/admin/accounts/:id', { params: { id: account.id }, body });
  return [
    account.status === 'active' ? suspension(account, change) : restoration(account, change),
    ...(account.email_verified ? [] : [verification(account, change)]),
    account.is_admin ? demotion(account, change) : promotion(account, change),
    deletion(account),
  ];
}

type Change = (body: Changes) => () => Promise<unknown>;

function suspension({ email }: Account, change: Change): AccountAction {
  return {
    name: 'Suspend',
    done: `${email} is suspended and logged out everywhere.`,
    consequences: [
      `${email} is logged out everywhere within a second and cannot log in again.`,
      'Purchases and hunts are kept. You can restore the account at any time.',
    ],
    isDangerous: true,
    run: change({ status: 'suspended' }),
  };
}

function restoration({ email }: Account, change: Change): AccountAction {
  return {
    name: 'Restore',
    done: `${email} can log in again.`,
    consequences: [`${email} can log in again, with everything that was there before.`],
    isDangerous: false,
    run: change({ status: 'active' }),
  };
}

function verification({ email }: Account, change: Change): AccountAction {
  return {
    name: 'Verify by hand',
    done: `${email} counts as verified.`,
    consequences: [
      `${email} counts as verified, without the link in the mail: the account can log in and gets mailings.`,
      'Be sure that the address belongs to the person who asked you.',
    ],
    isDangerous: false,
    run: change({ email_verified: true }),
  };
}

function promotion({ email }: Account, change: Change): AccountAction {
  return {
    name: 'Make admin',
    done: `${email} is an admin now.`,
    consequences: [
      `${email} can do everything that you can do here: see every account, send mail, run hunts, refund.`,
      'The person has to log in again.',
    ],
    isDangerous: true,
    run: change({ is_admin: true }),
  };
}

function demotion({ email }: Account, change: Change): AccountAction {
  return {
    name: 'Remove admin',
    done: `${email} is not an admin any more.`,
    consequences: [
      `${email} loses the back office within a second and has to log in again.`,
      'The last admin cannot be removed.',
    ],
    isDangerous: true,
    run: change({ is_admin: false }),
  };
}

function deletion({ id, email }: Account): AccountAction {
  return {
    name: 'Delete account',
    done: `The account of ${email} is deleted.`,
    consequences: [
      `Everything that is held on ${email} is erased, and the way into the hunts is lost.`,
      'Payments stay in the books without the name. This cannot be undone.',
    ],
    isDangerous: true,
    isDeletion: true,
    run: () => callRoute('DELETE /api/admin/accounts/:id', { params: { id } }),
  };
}

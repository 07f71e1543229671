/** Shown to staff: without this admin, no user could log in as one. */
export const LAST_ADMIN = 'This is the last admin. Make somebody else an admin first.';

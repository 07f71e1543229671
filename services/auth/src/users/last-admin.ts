/** For staff: nobody else could log in as an admin after that. */
export const LAST_ADMIN = 'This is the last admin. Make somebody else an admin first.';

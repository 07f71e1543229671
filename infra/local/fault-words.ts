import { lackOfRoom } from './disk-room.ts';
import { LOCAL, ROOT } from './paths.ts';

/** What went wrong, and what a person can do about it where the system's own words do not tell. */
export function explainFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') {
    return `${path ?? error.message} belongs to another user. Start as that one, or take the folder over: chown -R "$(id -un)" "${ROOT}"`;
  }
  const message = withoutFrames(error.message);
  const lack = lackOfRoom(LOCAL);
  return lack && !message.includes(lack) ? `${message}\n\n${lack}` : message;
}

/** Some libraries put the stack of a cause into their message. */
function withoutFrames(message: string): string {
  const lines = message.split('\n');
  return lines.filter((line) => !/^\s+at /.test(line)).join('\n');
}

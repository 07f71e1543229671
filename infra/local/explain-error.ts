import { diskSpaceError } from './disk-room.ts';
import { LOCAL, ROOT } from './paths.ts';

/** The error message, with a fix for errors whose system message is not enough. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') {
    return `${path ?? error.message} belongs to another user. Start as that user, or take ownership of the folder: chown -R "$(id -un)" "${ROOT}"`;
  }
  const message = withoutFrames(error.message);
  const lack = diskSpaceError(LOCAL);
  return lack && !message.includes(lack) ? `${message}\n\n${lack}` : message;
}

/** Some libraries include a stack trace in their message. */
function withoutFrames(message: string): string {
  const lines = message.split('\n');
  return lines.filter((line) => !/^\s+at /.test(line)).join('\n');
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names the folder for WAL segments. Next to the data folder, and outside of it: restores keep it. */
const TARGET = 'wal-archive';

/**
 * Settings of a server whose WAL can be archived. Without a target, segments are not kept: the command
 * then succeeds at once. Each segment is compressed, since a segment that `archive_timeout` ends is
 * mostly empty. https://www.postgresql.org/docs/18/continuous-archiving.html
 */
export const ARCHIVE_SETTINGS = {
  archive_mode: 'on',
  // The most that a crash of the whole machine can lose, in seconds.
  archive_timeout: 60,
  archive_command: [
    `to=$(cat ../${TARGET} 2>/dev/null) || exit 0`,
    'test -e "$to/%f.gz" && exit 0',
    'gzip -c "%p" > "$to/%f.gz.part" && sync && mv "$to/%f.gz.part" "$to/%f.gz"',
  ].join('; '),
};

/** `postgresFolder` contains the data folder. Takes effect with the next segment. */
export function archiveWalTo(postgresFolder: string, folder: string): void {
  writeFileSync(join(postgresFolder, TARGET), `${folder}\n`);
}

/** For `restore_command`. */
export function restoreCommand(folder: string): string {
  return `test -e "${folder}/%f.gz" && gzip -dc "${folder}/%f.gz" > "%p"`;
}

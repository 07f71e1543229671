import { createHash } from 'node:crypto';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { recordStaffAct } from '../staff/staff-acts.ts';
import { getImageExtension } from './image-type.ts';
import { insertImage } from './images.store.ts';
import { withoutMetadata } from './metadata.ts';

type Dependencies = { pool: Pool; publish: PublishEvent; logger: Logger };

const DAMAGED = 'This picture is damaged. Save it anew in a picture program, and upload that.';

/** Its address on our own host; the same content has the same one. */
export async function keepImage(
  { pool, publish, logger }: Dependencies,
  { adminId, content: given }: { adminId: string; content: Buffer },
): Promise<string> {
  const extension = await getImageExtension(given);
  const content = withoutMetadata(given);
  if (!content) throw new InvalidInputError(DAMAGED, { file: DAMAGED });
  const name = `${createHash('sha256').update(content).digest('hex')}.${extension}`;
  const isNew = await inTransaction(pool, async (tx) => {
    if (!(await insertImage(tx, { name, content }))) return false;
    await recordStaffAct(tx, publish, {
      adminId,
      action: 'image_upload',
      subjectType: 'image',
      // Short enough for an id, and still nobody else's.
      subjectId: name.slice(0, 40),
      before: null,
      after: { src: srcOf(name), bytes: content.length },
    });
    return true;
  });
  if (isNew) logger.info({ image: name, adminId, bytes: content.length }, 'image.uploaded');
  return srcOf(name);
}

function srcOf(name: string): string {
  return `/api/images/${name}`;
}

import { createHash } from 'node:crypto';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { getImageType } from './image-type.ts';
import { insertImage } from './images.store.ts';
import { type EncodedImage, reEncode } from './re-encode.ts';

type Dependencies = { pool: Pool; publish: PublishEvent; logger: Logger };

const UNREADABLE =
  'This picture is damaged or too large. Save it anew in a picture program, and upload that.';

/** Its address on our own host; the same content has the same one. */
export async function keepImage(
  { pool, publish, logger }: Dependencies,
  { adminId, content: given }: { adminId: string; content: Buffer },
): Promise<string> {
  const { extension, content } = await encode(given, logger);
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

async function encode(given: Buffer, logger: Logger): Promise<EncodedImage> {
  const type = await getImageType(given);
  try {
    return await reEncode(type, given);
  } catch (err) {
    logger.info({ err, type, bytes: given.length }, 'image.refused');
    throw new InvalidInputError(UNREADABLE, { file: UNREADABLE });
  }
}

function srcOf(name: string): string {
  return `/api/images/${name}`;
}

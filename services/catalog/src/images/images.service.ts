import { createHash } from 'node:crypto';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { getImageType } from './image-type.ts';
import { insertImage } from './images.store.ts';
import { type EncodedImage, reEncode } from './re-encode.ts';

const UNREADABLE =
  'This picture is damaged or too large. Save it anew in a picture program, and upload that.';

/** Saves an encoded image. Its address depends on its content only. */
export async function saveImage(
  tx: Transaction,
  publish: PublishEvent,
  { adminId, extension, content }: EncodedImage & { adminId: string },
): Promise<{ src: string; isNew: boolean }> {
  const name = `${createHash('sha256').update(content).digest('hex')}.${extension}`;
  const src = `/api/images/${name}`;
  const isNew = await insertImage(tx, { name, content });
  if (isNew) {
    await recordStaffAct(tx, publish, {
      adminId,
      action: 'image_upload',
      subjectType: 'image',
      // Short enough for a subject id, and still unique.
      subjectId: name.slice(0, 40),
      before: null,
      after: { src, bytes: content.length },
    });
  }
  return { src, isNew };
}

/** Throws 400 for what is no image of an allowed type. */
export async function encodeImage(given: Buffer, logger: Logger): Promise<EncodedImage> {
  const type = await getImageType(given);
  try {
    return await reEncode(type, given);
  } catch (err) {
    logger.info({ err, type, bytes: given.length }, 'image.refused');
    throw new InvalidInputError(UNREADABLE, { file: UNREADABLE });
  }
}

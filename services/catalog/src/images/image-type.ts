import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import { fileTypeFromBuffer } from 'file-type';
import type { ImageType } from './re-encode.ts';

/** By the ending of the name, which is all that is kept of the type. */
const CONTENT_TYPES: Record<ImageType, string> = {
  png: 'image/png',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
};

/** What the content itself says that it is, whatever its name or the sender say. */
export async function getImageType(content: Buffer): Promise<ImageType> {
  const type = await fileTypeFromBuffer(content);
  // An animated PNG is a PNG; its first picture is kept.
  const extension = type?.ext === 'apng' ? 'png' : type?.ext;
  if (!extension || !isImageType(extension)) {
    const text = 'Only png, gif, jpeg, bmp and x-icon images can be uploaded.';
    throw new InvalidInputError(text, { file: text });
  }
  return extension;
}

export function contentTypeOf(name: string): string {
  const extension = name.split('.').at(-1) ?? '';
  return isImageType(extension) ? CONTENT_TYPES[extension] : 'application/octet-stream';
}

function isImageType(extension: string): extension is ImageType {
  return Object.hasOwn(CONTENT_TYPES, extension);
}

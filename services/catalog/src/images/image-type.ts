import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import { fileTypeFromBuffer } from 'file-type';
import type { ImageType } from './re-encode.ts';

/** By the extension of the stored name. */
const CONTENT_TYPES: Record<ImageType, string> = {
  png: 'image/png',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
};

/** Detects the type from the content, not from the name or Content-Type. */
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

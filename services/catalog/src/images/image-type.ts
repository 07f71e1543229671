import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import { fileTypeFromBuffer } from 'file-type';

/** By the ending of the name, which is all that is kept of the type. */
const CONTENT_TYPES: Record<string, string> = {
  png: 'image/png',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
};

/** What the content itself says that it is, whatever its name or the sender say. */
export async function getImageExtension(content: Buffer): Promise<string> {
  const type = await fileTypeFromBuffer(content);
  // A moving PNG is one to every browser.
  const extension = type?.ext === 'apng' ? 'png' : type?.ext;
  if (!extension || !Object.hasOwn(CONTENT_TYPES, extension)) {
    const text = 'Only png, gif, jpeg, bmp and x-icon images can be uploaded.';
    throw new InvalidInputError(text, { file: text });
  }
  return extension;
}

export function contentTypeOf(name: string): string {
  return CONTENT_TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}

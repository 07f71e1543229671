import { IMAGE_MAX_BYTES } from '@cairn/contracts/http/images.ts';
import { AppError, InvalidInputError } from '@cairn/service-kit/errors.ts';
import type { Request } from 'express';
import multer from 'multer';

const receive = multer({
  storage: multer.memoryStorage(),
  limits: {
    fileSize: IMAGE_MAX_BYTES,
    files: 1,
    fields: 5,
    fieldSize: 1_000,
    headerPairs: 20,
  },
}).single('file');

/** The one file of a multipart form. Throws 400 where there is none, 413 where it is too large. */
export async function receiveImage(request: Request): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { res } = request;
  if (!res) throw new Error('a request without its response');
  receive(request, res, (fault: unknown) => (fault ? reject(refusalOf(fault)) : resolve()));
  await promise;
  const { file } = request;
  if (!file || file.size === 0) throw refuse('Choose an image to upload.');
  return file.buffer;
}

function refusalOf(fault: unknown): AppError {
  if (fault instanceof multer.MulterError && fault.code === 'LIMIT_FILE_SIZE') {
    return new AppError('An image may have up to 2 MB.', { code: 'too_large', status: 413 });
  }
  return refuse('Send one image, as the file of a form.');
}

function refuse(text: string): InvalidInputError {
  return new InvalidInputError(text, { file: text });
}

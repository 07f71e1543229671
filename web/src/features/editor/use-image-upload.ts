import { IMAGE_MAX_BYTES } from '@cairn/contracts/http/images.ts';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { withIdempotencyKey } from '../../lib/idempotency-key.ts';

type Uploaded = { src: string; alt: string };

/** Uploads images one after another and reports each when it is uploaded. */
export function useImageUpload(onUploaded: (image: Uploaded) => void) {
  const upload = useMutation({
    mutationFn: async (files: File[]) => {
      for (const file of files) onUploaded(await uploadImage(file));
    },
  });
  return {
    addImages: (files: File[]) => {
      if (files.length > 0) upload.mutate(files);
    },
    isUploading: upload.isPending,
    error: upload.error && errorText(upload.error),
  };
}

class TooLargeError extends Error {}

export async function uploadImage(file: File): Promise<Uploaded> {
  if (file.size > IMAGE_MAX_BYTES) throw new TooLargeError('An image can have 2 MB at most.');
  const form = new FormData();
  form.set('file', file);
  const { name, size, lastModified } = file;
  const { src } = await withIdempotencyKey(['image', name, size, lastModified], (key) =>
    callApi('POST /api/admin/images', { form, headers: { 'idempotency-key': key } }),
  );
  return { src, alt: '' };
}

function errorText(error: Error): string {
  if (error instanceof TooLargeError) return error.message;
  return messageOf(error, {
    refused: 'The image was not accepted.',
    failed: 'The image could not be uploaded. Please try again.',
  });
}

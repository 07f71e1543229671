import { z } from 'zod';
import { defineRoute } from './route.ts';

export const IMAGE_MAX_BYTES = 2 * 1024 * 1024;
export const IMAGE_TYPES = ['png', 'gif', 'jpeg', 'bmp', 'x-icon'] as const;

/** An image on Cairn's own host, with the URL that its upload returned. */
export const imageSrc = z
  .string()
  .regex(/^\/api\/images\/[\w-]+\.(?:png|gif|jpg|bmp|ico)$/, 'Images must be uploaded here first');

export const uploadImage = defineRoute({
  owner: 'catalog',
  method: 'POST',
  path: '/api/admin/images',
  upload: 'file',
  // An image of 2 MB plus multipart overhead.
  maxBodyBytes: 2_200_000,
  access: 'admin',
  summary:
    'multipart/form-data with one `file`: png, gif, jpeg, bmp or x-icon, up to 2 MB, recognised by its content',
  answer: z.object({ src: imageSrc }),
  status: 201,
});

export const getImage = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/images/:name',
  answerType: 'image/*',
  access: 'anyone',
  summary: 'An uploaded image; its name is its content’s, so that it may be kept for ever',
  params: z.object({ name: z.string().max(100) }),
  answer: z.string(),
});

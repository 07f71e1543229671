import { z } from 'zod';

/** Every id in a body, an event or a path: an opaque, short string. */
export const id = z.string().min(1).max(64);

/** The name of a hunt in URLs: `vt-troll-hunt`. */
export const handle = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(80);

/** ISO 8601 in UTC, as every time in a body or an event. */
export const timestamp = z.iso.datetime();

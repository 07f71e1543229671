import { randomInt } from 'node:crypto';

/**
 * A loopback address of a new client, since limits count by address. Random, so that files in
 * several workers need no list of those taken; below 127.64 are the addresses that tests name.
 */
export function newAddress(): string {
  return `127.${randomInt(64, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

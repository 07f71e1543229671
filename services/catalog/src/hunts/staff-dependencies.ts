import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { CodeKeys } from '../codes/codes.service.ts';

export type StaffDependencies = {
  pool: Pool;
  publish: PublishEvent;
  keys: CodeKeys;
  logger: Logger;
  /** Called after the commit of a change that may release a clue. */
  onRelease: () => void;
};

import {
  createEventing,
  createFoundation,
  type Eventing,
  type Foundation,
  type FoundationOverrides,
} from '@cairn/events/foundation.ts';
import type { CatalogConfig } from './config.ts';
import { createHandlers } from './consumers.ts';

export type CatalogContext = Foundation & Eventing;

export function createContext(
  config: CatalogConfig,
  overrides: FoundationOverrides = {},
): CatalogContext {
  const foundation = createFoundation('catalog', config, overrides);
  return { ...foundation, ...createEventing(foundation, createHandlers(foundation)) };
}

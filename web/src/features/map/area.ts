import type { Product } from '@cairn/contracts/http/hunts.ts';

export type Area = NonNullable<Product['search_area']>;

import type { Product } from '@cairn/contracts/http/hunts.ts';

type Valued = Partial<Pick<Product, 'base_value' | 'purchase_bonus'>>;

/** The current prize in dollars. */
export function currentValue({ base_value = 0, purchase_bonus = 0 }: Valued): number {
  return base_value + purchase_bonus;
}

import type { Product } from '@cairn/contracts/http/hunts.ts';

type Valued = Partial<Pick<Product, 'base_value' | 'purchase_bonus'>>;

/** The current prize in dollars. */
export function currentValue({ base_value = 0, purchase_bonus = 0 }: Valued): number {
  return base_value + purchase_bonus;
}

/** The value of a hunt that is over does not grow. */
export function valueNote({ status }: Pick<Product, 'status'>): string | undefined {
  return status === 'active' || status === 'upcoming'
    ? 'Increases with every purchase!'
    : undefined;
}

/** Hunts that can be joined now or later, active ones first. */
export function currentHunts(hunts: readonly Product[]): Product[] {
  const ofStatus = (wanted: string) => hunts.filter(({ status }) => status === wanted);
  return [...ofStatus('active'), ...ofStatus('upcoming')];
}

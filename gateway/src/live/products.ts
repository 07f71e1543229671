import type { ProductSnapshot } from '@cairn/contracts/events/hunts.ts';
import type { Product } from '@cairn/contracts/http/hunts.ts';
import { type PreparedBody, prepareBody } from '../site/prepared-body.ts';

export type Products = {
  /** Stores a snapshot if its version is newer; returns true if the public product changed. */
  apply(snapshot: ProductSnapshot): boolean;
  /** Applies a full list and its order; returns the changed products. */
  load(snapshots: ProductSnapshot[]): Product[];
  /** The response to GET /api/products; null until the first list is loaded. */
  list(): PreparedBody | null;
  all(): Product[];
  find(handle: string): Product | null;
  /** Whether the first list is loaded. */
  isLoaded(): boolean;
};

/** The newest snapshot of every product, in memory. */
export function createProducts(): Products {
  let known = new Map<string, ProductSnapshot>();
  let hasList = false;
  let prepared: PreparedBody | null = null;

  function apply(snapshot: ProductSnapshot): boolean {
    const { id } = snapshot.product;
    const current = known.get(id);
    if (current && current.version >= snapshot.version) return false;
    known.set(id, snapshot);
    if (current && JSON.stringify(current.product) === JSON.stringify(snapshot.product)) {
      return false;
    }
    prepared = null;
    return true;
  }

  const all = () => [...known.values()].map(({ product }) => product);

  return {
    apply,
    load(snapshots) {
      const changed = snapshots.filter(apply).map(({ product }) => product);
      known = inOrderOf(snapshots, known);
      hasList = true;
      prepared = null;
      return changed;
    },
    list() {
      if (!hasList) return null;
      prepared ??= prepareBody(all());
      return prepared;
    },
    all,
    find: (handle) => all().find((product) => product.handle === handle) ?? null,
    isLoaded: () => hasList,
  };
}

/** Products known only by events come after those of the list. */
function inOrderOf(
  snapshots: ProductSnapshot[],
  known: Map<string, ProductSnapshot>,
): Map<string, ProductSnapshot> {
  const ids = new Set([...snapshots.map(({ product }) => product.id), ...known.keys()]);
  const ordered = new Map<string, ProductSnapshot>();
  for (const id of ids) {
    const snapshot = known.get(id);
    if (snapshot) ordered.set(id, snapshot);
  }
  return ordered;
}

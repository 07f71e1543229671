import type { ProductSnapshot } from '@cairn/contracts/events/hunts.ts';
import type { Product } from '@cairn/contracts/http/hunts.ts';
import { prepareBody, type ReadyBody } from '../site/ready-body.ts';

export type Products = {
  /** Keeps a snapshot that is newer than the one known; true where the product differs from it. */
  apply(snapshot: ProductSnapshot): boolean;
  /** Takes over a whole list and its order; returns the products that differ from those known. */
  load(snapshots: ProductSnapshot[]): Product[];
  /** The answer to GET /api/products; null until the first list has been loaded. */
  list(): ReadyBody | null;
};

/** The newest snapshot of every product, in memory. */
export function createProducts(): Products {
  let known = new Map<string, ProductSnapshot>();
  let isLoaded = false;
  let prepared: ReadyBody | null = null;

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

  return {
    apply,
    load(snapshots) {
      const changed = snapshots.filter(apply).map(({ product }) => product);
      known = inOrderOf(snapshots, known);
      isLoaded = true;
      prepared = null;
      return changed;
    },
    list() {
      if (!isLoaded) return null;
      prepared ??= prepareBody([...known.values()].map(({ product }) => product));
      return prepared;
    },
  };
}

/** Products that only an event told of come after those of the list. */
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

import type { Product } from '@cairn/contracts/http/hunts.ts';
import { useState } from 'react';
import { refreshProducts } from '../products/use-products.ts';
import { refreshSession } from '../session/use-session.ts';

/** The hunt that was joined on this page; `showJoined` refetches the membership and the prize first. */
export function useJoined() {
  const [joined, setJoined] = useState<Product | null>(null);
  async function showJoined(hunt: Product) {
    await Promise.all([refreshSession(), refreshProducts()]);
    setJoined(hunt);
    window.scrollTo({ top: 0 });
  }
  return { joined, showJoined };
}

import type { Product } from '@cairn/contracts/http/hunts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SESSION_KEY } from '../session/use-session.ts';
import { PRODUCTS_KEY } from './use-products.ts';

/** The hunt that was joined on this page; `showJoined` refetches the membership and the prize first. */
export function useJoined() {
  const [joined, setJoined] = useState<Product | null>(null);
  const queryClient = useQueryClient();
  async function showJoined(hunt: Product) {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: SESSION_KEY }),
      queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY }),
    ]);
    setJoined(hunt);
    window.scrollTo({ top: 0 });
  }
  return { joined, showJoined };
}

import { touchEditor as touchEditorRoute } from '@cairn/contracts/http/editors.ts';
import type { Redis } from '@cairn/service-kit/redis.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { touchEditor } from './editors.service.ts';

export function addEditorRoutes(routes: Routes, redis: Redis): void {
  routes.add(touchEditorRoute, async ({ params, body, identity }) => {
    const touch = {
      huntId: params.id,
      clueId: body.clue,
      adminId: identity.userId,
      isOpen: body.is_open,
    };
    // Without Redis no one is shown; If-Match still protects the texts.
    return { others: await touchEditor(redis, touch).catch(() => []) };
  });
}

import { receiveEvent } from '@cairn/contracts/internal/events.ts';
import { UpstreamError } from '@cairn/service-kit/errors.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { Consumer } from './consumer.ts';

/** `POST /internal/events`: an event handed over ahead of Kafka, through the same handler and inbox. */
export function addEventIntake(routes: Routes, consumer: Pick<Consumer, 'receive'>): void {
  routes.add(receiveEvent, async ({ body }) => {
    const outcome = await consumer.receive({ ...body, data: body.data });
    if (outcome === 'dead')
      throw new UpstreamError('The event cannot be handled.', { status: 502 });
    return { outcome };
  });
}

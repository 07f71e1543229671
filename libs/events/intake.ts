import { receiveEvent } from '@cairn/contracts/internal/events.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { Consumer } from './consumer.ts';

/** `POST /internal/events`: the hand-over of an event, through the same inbox as Kafka's copy. */
export function addEventIntake(routes: Routes, consumer: Pick<Consumer, 'receive'>): void {
  routes.add(receiveEvent, async ({ body }) => ({
    outcome: await consumer.receive({ ...body, data: body.data }),
  }));
}

import { receiveEvent } from '@cairn/contracts/internal/events.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { Consumer } from './consumer.ts';

/** `POST /internal/events`: an event handed over ahead of Kafka, through the same handler and inbox. */
export function addEventIntake(routes: Routes, consumer: Pick<Consumer, 'receive'>): void {
  routes.add(receiveEvent, async ({ body }) => ({
    outcome: await consumer.receive({ ...body, data: body.data }),
  }));
}

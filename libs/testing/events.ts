import { randomUUID } from 'node:crypto';
import type {
  EventDefinition,
  EventEnvelope,
  EventInput,
} from '@cairn/contracts/events/define-event.ts';

/** An event as another service would publish it. */
export function makeEvent<Definition extends EventDefinition>(
  definition: Definition,
  data: EventInput<Definition>,
): EventEnvelope {
  return {
    id: randomUUID(),
    source: '/cairn/test',
    type: definition.type,
    version: definition.version,
    topic: definition.topic,
    key: definition.key(data),
    time: new Date().toISOString(),
    traceparent: null,
    data,
  };
}

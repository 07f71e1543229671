import { startOtlpReceiver } from '@cairn/testing/otlp-receiver.ts';

// An OTLP receiver in a process of its own, whose CPU is not counted. It decodes and counts the spans.
const CLEAR_INTERVAL_MS = 200;

const receiver = await startOtlpReceiver();
let count = 0;
setInterval(() => {
  count += receiver.spans.splice(0).length;
  receiver.bodies.length = 0;
}, CLEAR_INTERVAL_MS);
process.send?.({ port: Number(new URL(receiver.url).port) });
process.on('message', () => process.send?.({ count }));
process.on('disconnect', () => process.exit(0));

import { connect } from 'node:net';

const TIMEOUT_MS = 1000;
/** ApiVersions (key 18), version 0, correlation id 1, no client id; framed by its length. */
const API_VERSIONS = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 0xff, 0xff]);

/** A broker answers ApiVersions only after its start; its port opens long before. */
export function answersKafka(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: TIMEOUT_MS });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', () => socket.write(API_VERSIONS));
    socket.on('data', () => end(true));
    socket.on('error', () => end(false));
    socket.on('timeout', () => end(false));
    socket.on('close', () => end(false));
  });
}

import { Agent, request } from 'node:http';
import { quantile } from './load.ts';
import { pace } from './pace.ts';

export type Times = { p50: number; p99: number; p999: number };

/**
 * Sends requests at a fixed rate, whether or not earlier ones are answered, and measures each from
 * the time at which it was due. Throws unless all are answered with 200. Times in ms.
 */
export async function openLoop(options: {
  url: string;
  headers?: Record<string, string>;
  perSecond: number;
  seconds: number;
}): Promise<Times> {
  const { url, headers = {}, perSecond, seconds } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const target = url.replace('//localhost', '//127.0.0.1');
  const times: number[] = [];
  await pace({ perSecond, seconds }, async (dueAt) => {
    await get(target, headers, agent);
    times.push(performance.now() - dueAt);
  });
  agent.destroy();
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    p999: quantile(times, 0.999),
  };
}

function get(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

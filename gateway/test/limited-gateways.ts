import type { Answer } from '@cairn/testing/http.ts';
import { type Gateway, startGateway } from './gateway.ts';

/** Runs `work` with gateways that share one Redis. */
export async function withLimitedGateways(
  count: number,
  variables: { environment: Record<string, string>; changes: Record<string, string> },
  work: (gateways: Gateway[]) => Promise<void>,
): Promise<void> {
  const { environment, changes } = variables;
  const hasRedis = !changes['REDIS_URL'];
  const running: Gateway[] = [];
  try {
    for (let made = 0; made < count; made += 1) {
      running.push(await startGateway({ ...environment, ...changes }, { hasRedis }));
    }
    await work(running);
  } finally {
    await Promise.all(running.map((gateway) => gateway.stop()));
  }
}

export function count(answers: Answer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

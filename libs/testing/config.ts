import { commaList, parseConfig } from '@cairn/service-kit/config.ts';
import { z } from 'zod';

export type Infrastructure = { postgresUrl: string; redisUrl: string; kafkaBrokers: string[] };

/** URLs of the servers started by `npm test`; throws if the tests run without it. */
export function getInfrastructure(): Infrastructure {
  const environment = parseConfig(
    z.object({
      TEST_POSTGRES_URL: z.url('run the tests by `npm test`'),
      TEST_REDIS_URL: z.url('run the tests by `npm test`'),
      TEST_KAFKA_BROKERS: commaList,
    }),
    process.env,
  );
  return {
    postgresUrl: environment.TEST_POSTGRES_URL,
    redisUrl: environment.TEST_REDIS_URL,
    kafkaBrokers: environment.TEST_KAFKA_BROKERS,
  };
}

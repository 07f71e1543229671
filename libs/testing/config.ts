import { commaList, parseConfig } from '@cairn/service-kit/config.ts';
import { z } from 'zod';

export type Infrastructure = { postgresUrl: string; redisUrl: string; kafkaBrokers: string[] };

/** URLs of the servers started by `npm test`; reading one throws if that server was not started. */
export function getInfrastructure(): Infrastructure {
  return {
    get postgresUrl() {
      return read('TEST_POSTGRES_URL', z.url('run the tests by `npm test`'));
    },
    get redisUrl() {
      return read('TEST_REDIS_URL', z.url('run the tests by `npm test`'));
    },
    get kafkaBrokers() {
      return read(
        'TEST_KAFKA_BROKERS',
        commaList.refine((brokers) => brokers.length > 0, 'only a file that names it gets Kafka'),
      );
    },
  };
}

function read<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> {
  const environment = parseConfig(z.object({ [name]: schema }), process.env);
  return environment[name] as z.output<Schema>;
}

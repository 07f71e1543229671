import { ConfigError, kafkaVariables, parseConfig } from '@cairn/service-kit/config.ts';
import type { SASLOptions } from 'kafkajs';
import { z } from 'zod';

export type KafkaConfig = z.output<z.ZodObject<typeof kafkaVariables>>;

export type KafkaConnection = { brokers: string[]; ssl?: boolean; sasl?: SASLOptions };

/** The connection that an environment describes. */
export function readKafkaConnection(
  environment: Record<string, string | undefined>,
): KafkaConnection {
  return kafkaConnection(parseConfig(z.object(kafkaVariables), environment));
}

/** Brokers, TLS and SASL of a process. Throws ConfigError for credentials that are incomplete or would be sent in plain text. */
export function kafkaConnection(config: KafkaConfig): KafkaConnection {
  const {
    KAFKA_BROKERS: brokers,
    KAFKA_TLS: ssl,
    KAFKA_SASL_MECHANISM: mechanism,
    KAFKA_SASL_USERNAME: username,
    KAFKA_SASL_PASSWORD: password,
  } = config;
  if (!mechanism) return { brokers, ssl };
  if (!username || !password)
    throw new ConfigError(
      'KAFKA_SASL_MECHANISM requires KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD',
    );
  if (mechanism === 'plain' && !ssl)
    throw new ConfigError('KAFKA_SASL_MECHANISM=plain requires KAFKA_TLS=true');
  return { brokers, ssl, sasl: { mechanism, username, password } as SASLOptions };
}

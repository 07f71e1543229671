import { kafkaVariables, maskConfig, parseConfig } from '@cairn/service-kit/config.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readKafkaConnection } from './connection.ts';

const BROKERS = { KAFKA_BROKERS: 'a:9092, b:9092' };
const LOGIN = { KAFKA_SASL_USERNAME: 'payment', KAFKA_SASL_PASSWORD: 'secret' };
const parse = (environment: Record<string, string>) =>
  parseConfig(z.object(kafkaVariables), environment);

it('connects without TLS and SASL by default', () => {
  expect(readKafkaConnection(BROKERS)).toEqual({ brokers: ['a:9092', 'b:9092'], ssl: false });
});

it('passes TLS, mechanism and credentials to the client', () => {
  const secured = { KAFKA_TLS: 'true', KAFKA_SASL_MECHANISM: 'scram-sha-512', ...LOGIN };
  expect(readKafkaConnection({ ...BROKERS, ...secured })).toEqual({
    brokers: ['a:9092', 'b:9092'],
    ssl: true,
    sasl: { mechanism: 'scram-sha-512', username: 'payment', password: 'secret' },
  });
});

it.each([
  ['no password', { KAFKA_SASL_MECHANISM: 'scram-sha-256', KAFKA_SASL_USERNAME: 'payment' }],
  ['a password in plain text', { KAFKA_SASL_MECHANISM: 'plain', ...LOGIN }],
])('refuses a mechanism with %s', (_, variables) => {
  expect(() => readKafkaConnection({ ...BROKERS, ...variables })).toThrow('KAFKA_SASL_MECHANISM');
});

it('refuses an unknown mechanism and masks the password', () => {
  expect(() => parse({ ...BROKERS, KAFKA_SASL_MECHANISM: 'gssapi' })).toThrow(
    'KAFKA_SASL_MECHANISM',
  );
  expect(JSON.stringify(maskConfig(parse({ ...BROKERS, ...LOGIN })))).not.toContain('secret');
});

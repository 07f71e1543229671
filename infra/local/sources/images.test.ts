import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../paths.ts';
import { IMAGES } from './docker.ts';

const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
const pom = readFileSync(join(ROOT, 'infra/local/kafka/pom.xml'), 'utf8');

it.each(Object.entries(IMAGES))('uses the image of docker-compose.yml for %s', (service, image) => {
  const written = new RegExp(`^  ${service}:\\n(?:    .*\\n)*?    image: (\\S+)$`, 'm').exec(
    compose,
  );
  expect(written?.[1]).toBe(image);
});

it('uses the same Kafka version with and without Docker', () => {
  const artefact = /<artifactId>kafka_2\.13<\/artifactId>\s*<version>([^<]+)</.exec(pom);
  expect(`apache/kafka:${artefact?.[1]}`).toBe(IMAGES.kafka);
});

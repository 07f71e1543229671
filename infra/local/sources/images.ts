/** The images of docker-compose.yml; images.test.ts compares them. */
export const IMAGES = {
  postgres: 'postgres:18',
  redis: 'redis:7',
  kafka: 'apache/kafka:4.3.0',
} as const;

import { describe, expect, it } from 'vitest';
import { parseResilienceOptions } from './resilience-options.ts';

describe('npm run resilience', () => {
  it('runs all resilience tests without options', () => {
    expect(parseResilienceOptions([])).toEqual({ paths: ['tests/resilience'], variables: {} });
  });

  it('runs only what the options name', () => {
    expect(parseResilienceOptions(['--seed', '7', '--minutes', '0.5'])).toEqual({
      paths: ['tests/resilience/random-faults'],
      variables: { RESILIENCE_SEED: '7', RESILIENCE_MINUTES: '0.5' },
    });
    expect(parseResilienceOptions(['--seed', '7', '--kills', '200'])).toEqual({
      paths: ['tests/resilience/random-faults'],
      variables: { RESILIENCE_SEED: '7', RESILIENCE_KILLS: '200' },
    });
    expect(parseResilienceOptions(['--fuzz', '500', '--seed', '7'])).toEqual({
      paths: ['tests/e2e/fuzz'],
      variables: { RESILIENCE_SEED: '7', RESILIENCE_FUZZ: '500' },
    });
    expect(parseResilienceOptions(['--cluster']).paths).toEqual(['tests/resilience/cluster.test']);
    expect(parseResilienceOptions(['tests/resilience/upgrade']).paths).toEqual([
      'tests/resilience/upgrade',
    ]);
  });

  it('refuses unknown options and values that are no positive number', () => {
    expect(() => parseResilienceOptions(['--hours', '1'])).toThrow('--hours');
    expect(() => parseResilienceOptions(['--minutes', 'many'])).toThrow('--minutes');
    expect(() => parseResilienceOptions(['--seed', '0'])).toThrow('--seed');
  });
});

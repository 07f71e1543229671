import { describe, expect, it } from 'vitest';
import { ROOT } from './paths.ts';
import { countBrowserTests, filesOf, selectTests } from './test-selection.ts';

const projectsOf = (...args: string[]) => selectTests(args).projects;

describe('the selected tests', () => {
  it('are all but resilience without arguments', () => {
    expect(selectTests([])).toEqual({
      projects: ['unit', 'web', 'component', 'integration', 'browser', 'browser-serial'],
      isWhole: true,
      isKafkaNeeded: true,
    });
  });

  it('are the projects that have a file with the given path', () => {
    expect(projectsOf('services/payment')).toEqual(['unit', 'component']);
    expect(projectsOf('libs/contracts/http', '-t', 'money')).toEqual(['unit']);
    expect(projectsOf('web/src')).toEqual(['unit', 'web']);
    expect(projectsOf('tests/integration/purchases.test.ts:12')).toEqual(['integration']);
    expect(projectsOf('./tests/e2e/access.test.ts')).toEqual(['browser-serial']);
    expect(projectsOf(`${ROOT}/tests/e2e/pages.test.ts`)).toEqual(['browser']);
    expect(projectsOf('tests/resilience')).toEqual(['resilience']);
    expect(projectsOf('no/such/file')).toEqual([]);
  });

  it('are the named project, or all where only a title is given', () => {
    expect(projectsOf('--project=unit')).toEqual(['unit']);
    expect(projectsOf('-t', 'payment')).toEqual(projectsOf());
  });

  it('need Kafka only if one of them uses it', () => {
    const isKafkaNeeded = (...args: string[]) => selectTests(args).isKafkaNeeded;
    expect(isKafkaNeeded('services/payment')).toBe(false);
    expect(isKafkaNeeded('libs/events/test/relay.test.ts')).toBe(false);
    expect(isKafkaNeeded('libs/events/test/kafka-stuck.test.ts')).toBe(true);
    expect(isKafkaNeeded('tests/integration/purchases.test.ts')).toBe(true);
    expect(isKafkaNeeded('--project=unit', '--project=web')).toBe(false);
  });

  it('every file belongs to one project', () => {
    const files = [...projectsOf(), 'resilience' as const].flatMap(filesOf);
    expect(files.length).toBe(new Set(files).size);
    expect(files).toContain('infra/local/test-selection.test.ts');
  });
});

it('counts the tests that are skipped without a browser', () => {
  const all = countBrowserTests([]);
  const some = countBrowserTests(['e2e/pages', 'e2e/hunts']);
  expect(some).toBeGreaterThan(5);
  expect(all).toBeGreaterThan(some);
  expect(countBrowserTests(['services/payment'])).toBe(0);
});

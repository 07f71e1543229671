import { SUBSCRIPTIONS } from '@cairn/contracts/events/catalogue.ts';
import { huntUpdated } from '@cairn/contracts/events/hunts.ts';
import { staffActed } from '@cairn/contracts/events/staff.ts';
import { TOPICS } from '@cairn/contracts/events/topics.ts';
import { PROCESSES, SERVICE_NAMES } from '@cairn/contracts/services.ts';

// `node infra/k8s/kafka-acls.ts` prints the options of kafka-acls.sh, one ACL a line:
//   node infra/k8s/kafka-acls.ts | while read -r options; do
//     kafka-acls.sh --bootstrap-server $BROKERS --command-config admin.properties --add $options; done

export type Acl = {
  /** The name by which the process logs in (KAFKA_SASL_USERNAME). */
  user: string;
  operation: 'Write' | 'Read' | 'Create' | 'Describe';
  resource: 'topic' | 'group' | 'cluster';
  name: string;
  isPrefix?: boolean;
};

/** What each process needs: a service writes its own topics and `staff`, and reads those of its subscriptions in its group. */
export function listAcls(): Acl[] {
  const services = SERVICE_NAMES.flatMap((user) => [
    // Every service publishes what staff do in it.
    ...[...new Set<string>([...PROCESSES[user].topics, staffActed.topic])].map(
      (name): Acl => ({ user, operation: 'Write', resource: 'topic', name }),
    ),
    ...[...new Set(SUBSCRIPTIONS[user].map(({ topic }) => topic))]
      .sort()
      .map((name): Acl => ({ user, operation: 'Read', resource: 'topic', name })),
    { user, operation: 'Read', resource: 'group', name: user } as const,
  ]);
  return [
    ...services,
    { user: 'gateway', operation: 'Read', resource: 'topic', name: huntUpdated.topic },
    // Each copy of the gateway reads everything in a group of its own.
    { user: 'gateway', operation: 'Read', resource: 'group', name: 'gateway-', isPrefix: true },
    { user: 'migrate', operation: 'Create', resource: 'cluster', name: 'kafka-cluster' },
    ...TOPICS.map(
      ({ name }): Acl => ({ user: 'migrate', operation: 'Describe', resource: 'topic', name }),
    ),
  ];
}

function toOptions({ user, operation, resource, name, isPrefix = false }: Acl): string {
  const target = resource === 'cluster' ? '--cluster' : `--${resource} ${name}`;
  const pattern = isPrefix ? ' --resource-pattern-type prefixed' : '';
  return `--allow-principal User:${user} --operation ${operation} ${target}${pattern}`;
}

if (import.meta.main)
  process.stdout.write(
    listAcls()
      .map((acl) => `${toOptions(acl)}\n`)
      .join(''),
  );

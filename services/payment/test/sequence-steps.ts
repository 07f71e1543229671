import fc from 'fast-check';

/** Copies of the service: 0 and 1 are healthy, one cannot reach auth, one is killed. */
export const WITHOUT_AUTH = 2;
export const CRASHABLE = 3;

const copy = (max: number) => fc.integer({ min: 0, max });

const crashPoint = fc.option(
  fc.record({
    upstream: fc.constantFrom('stripe' as const, 'catalog' as const, 'auth' as const),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
);

const crashable = fc.constant(CRASHABLE);

const during = fc.oneof(
  fc.record({ do: fc.constant('begin' as const), copy: crashable }),
  fc.record({ do: fc.constant('record' as const), copy: crashable }),
  fc.record({
    do: fc.constant('webhook' as const),
    copy: crashable,
    which: fc.nat(20),
    times: fc.constant(2),
  }),
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('refund by an admin' as const), copy: crashable }),
  },
);

const stepsOf = (max: number) =>
  [
    { weight: 20, arbitrary: fc.record({ do: fc.constant('begin' as const), copy: copy(max) }) },
    { weight: 20, arbitrary: fc.record({ do: fc.constant('confirm' as const) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('decline' as const) }) },
    { weight: 16, arbitrary: fc.record({ do: fc.constant('record' as const), copy: copy(max) }) },
    {
      weight: 24,
      arbitrary: fc.record({
        do: fc.constant('webhook' as const),
        copy: copy(max),
        which: fc.nat(20),
        times: fc.integer({ min: 1, max: 4 }),
      }),
    },
    { weight: 8, arbitrary: fc.record({ do: fc.constant('refund at Stripe' as const) }) },
    {
      weight: 8,
      arbitrary: fc.record({ do: fc.constant('refund by an admin' as const), copy: copy(max) }),
    },
    { weight: 8, arbitrary: fc.record({ do: fc.constant('open a dispute' as const) }) },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('close the dispute' as const),
        outcome: fc.constantFrom('won' as const, 'lost' as const),
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('reconcile' as const) }) },
  ] as const;

/** Steps at the copies that are not killed. */
export const step = fc.oneof(...stepsOf(WITHOUT_AUTH));

/** Steps at all copies, one of which is killed and restarted. */
export const stepOrCrash = fc.oneof(
  ...stepsOf(CRASHABLE),
  { weight: 4, arbitrary: fc.record({ do: fc.constant('kill' as const), crashPoint, during }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
);

export type Step = typeof stepOrCrash extends fc.Arbitrary<infer Value> ? Value : never;

import fc from 'fast-check';

/** Copies of the service: two as they should be, one that cannot reach auth, one that is killed. */
export const CUT_OFF = 2;
export const MORTAL = 3;

const copy = (max: number) => fc.integer({ min: 0, max });

const moment = fc.option(
  fc.record({
    asking: fc.constantFrom('stripe' as const, 'catalog' as const, 'auth' as const),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
);

const mortal = fc.constant(MORTAL);

const during = fc.oneof(
  fc.record({ do: fc.constant('begin' as const), copy: mortal }),
  fc.record({ do: fc.constant('record' as const), copy: mortal }),
  fc.record({
    do: fc.constant('webhook' as const),
    copy: mortal,
    which: fc.nat(20),
    times: fc.constant(2),
  }),
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('refund by an admin' as const), copy: mortal }),
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

/** Steps at the copies that stay alive. */
export const step = fc.oneof(...stepsOf(CUT_OFF));

/** Steps at all copies, one of which is killed and restarted. */
export const stepOrCrash = fc.oneof(
  ...stepsOf(MORTAL),
  { weight: 4, arbitrary: fc.record({ do: fc.constant('kill' as const), moment, during }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
);

export type Step = typeof stepOrCrash extends fc.Arbitrary<infer Value> ? Value : never;

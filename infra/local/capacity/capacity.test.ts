import { describe, expect, it } from 'vitest';
import { describeConfirmation, predict } from './confirmation.ts';
import { readMeasuredCpu } from './costs.ts';
import { listBottlenecks, planFor, UNITS } from './model.ts';
import { describePlan, writeTables } from './report.ts';

const cpu = { products: 0.1, verify: 1, huntData: 1.5, login: 30, purchase: 50 };

describe('the capacity model', () => {
  it('reads the CPU of each path from the benchmarks', () => {
    const document =
      '| path | a second | CPU ms |\n| GET products | 9 | 0.07 |\n| GET verify | 9 | 1.2 |\n';
    const rest = '| GET hunt data | 9 | 1.3 |\n| POST login | 9 | 28 |\n';
    const purchase = '| POST record-purchase, different players | 9 | 49 |\n';
    expect(readMeasuredCpu(document + rest + purchase)).toEqual({
      ...{ products: 0.07, verify: 1.2, huntData: 1.3, login: 28, purchase: 49 },
    });
    expect(() => readMeasuredCpu(document)).toThrow('GET hunt data');
    expect(readMeasuredCpu().login).toBeGreaterThan(0);
  });

  it('requests grow with the players, the live stream with their square', () => {
    const [small, large] = [planFor(10_000, cpu), planFor(100_000, cpu)];
    expect(large.cores.logins / small.cores.logins).toBeCloseTo(10);
    expect(large.liveBitsPerS / small.liveBitsPerS).toBeCloseTo(100);
  });

  it('plans cores for their share of use', () => {
    const { loginsPerS, cores } = planFor(100_000, cpu);
    expect(cores.logins).toBeCloseTo((loginsPerS * 30) / 1_000 / UNITS.utilisation);
  });

  it('names the part with the highest load first, and what is done about it', () => {
    const [first, second] = listBottlenecks(planFor(1_000_000, cpu));
    expect(first?.load).toBeGreaterThan(second?.load ?? 0);
    expect(describePlan(1_000_000, cpu)).toContain(`First bottleneck: ${first?.what}`);
    expect(writeTables(cpu)).toContain(first?.fix);
  });

  it('puts what was measured beside the plan, with the deviation', () => {
    const planned = predict(100_000, cpu);
    const { loginsPerS, cores } = planFor(100_000, cpu);
    const allCores = cores.reads + cores.logins + cores.purchases + cores.live;
    expect(planned.cpuMsPerS).toBeCloseTo(allCores * 1_000 * UNITS.utilisation);
    expect(planned.cpuMsPerS).toBeGreaterThan(loginsPerS * cpu.login);
    const measured = { ...planned, cpuMsPerS: planned.cpuMsPerS * 1.25 };
    const table = describeConfirmation([{ players: 100_000, measured }], cpu);
    expect(table).toMatch(/^\| 100,000 \| CPU ms a second \| .* \| \+25 % \|$/m);
    expect(table).toMatch(/^\| 100,000 \| statements a second \| .* \| 0 % \|$/m);
  });
});

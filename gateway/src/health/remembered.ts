import type { Check } from '@cairn/service-kit/health.ts';

const WELL_FOR_MS = 2_000;
const ILL_FOR_MS = 250;

/** Asks only now and then, since anybody may call the gateway's /readyz as often as they like. */
export function remembered(checks: Record<string, Check>): Record<string, Check> {
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, remember(check)]));
}

function remember(check: Check): Check {
  let asked: Promise<boolean> | null = null;

  async function ask(): Promise<boolean> {
    const isWell = await check().then(
      (result) => result !== false,
      () => false,
    );
    const forget = () => {
      asked = null;
    };
    setTimeout(forget, isWell ? WELL_FOR_MS : ILL_FOR_MS).unref();
    return isWell;
  }

  return () => {
    asked ??= ask();
    return asked;
  };
}

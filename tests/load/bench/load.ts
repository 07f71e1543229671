import autocannon, { type Options, type Request, type Result } from 'autocannon';

export type Load = {
  perSecond: number;
  answered: number;
  p50: number;
  p99: number;
  p999: number;
};

export type LoadOptions = {
  url: string;
  connections: number;
  request?: Pick<Request, 'method' | 'headers' | 'body'>;
  /** The expected status; any 2xx by default. */
  status?: number;
  /** Sends each of these once, instead of `request` for some seconds. */
  requests?: Request[];
  seconds?: number;
  /** Requests a second of all connections together; as many as possible by default. */
  perSecond?: number;
};

/** Sends sequential requests on each connection; throws unless all succeed. Times in ms. */
export async function load(options: LoadOptions): Promise<Load> {
  const { connections, request, requests, seconds = 1, perSecond } = options;
  const times: number[] = [];
  const began = performance.now();
  let unexpected = 0;
  const { errors, timeouts } = await fire(
    {
      // By number, since `localhost` may mean ::1.
      url: options.url.replace('//localhost', '//127.0.0.1'),
      connections,
      ...(perSecond ? { overallRate: perSecond } : {}),
      ...(requests
        ? { amount: requests.length, requests: [{ setupRequest: taking(requests) }] }
        : { duration: seconds, ...request }),
    },
    (ms, status) => {
      times.push(ms);
      if (options.status ? status !== options.status : status < 200 || status > 299) {
        unexpected += 1;
      }
    },
  );
  const elapsed = (performance.now() - began) / 1_000;
  const failed = errors + timeouts + unexpected;
  if (failed > 0) throw new Error(`${options.url}: ${failed} of ${times.length} were no success`);
  return {
    perSecond: times.length / elapsed,
    answered: times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    p999: quantile(times, 0.999),
  };
}

function fire(options: Options, onAnswer: (ms: number, status: number) => void): Promise<Result> {
  return new Promise((resolve, reject) => {
    const run = autocannon(options, (error: Error | null, result) => {
      if (error) reject(error);
      else resolve(result);
    });
    run.on('response', (_client, status, _bytes, ms) => onAnswer(ms, status));
  });
}

/** Gives each connection the next request. */
function taking(requests: Request[]): (request: Request) => Request {
  let next = 0;
  return (request) => ({ ...request, ...requests[next++ % requests.length] });
}

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

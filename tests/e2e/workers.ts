/** Browser test files that run at the same time, each in a worker with its own Chromium. */
export const BROWSER_WORKERS = 2;

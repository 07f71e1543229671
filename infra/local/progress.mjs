/**
 * On a terminal one line with a running seconds counter; in a pipe two plain lines.
 *
 * @param {string} title
 * @returns {(isDone: boolean) => void}
 */
export function showProgress(title) {
  const startedAt = performance.now();
  const isTerminal = process.stdout.isTTY && process.env.TERM !== 'dumb';
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stdout.write(isTerminal ? `… ${title}` : `… ${title}\n`);
  const timer = setInterval(() => {
    if (isTerminal) process.stdout.write(`\r\x1b[2K… ${title}  ${seconds()} s`);
  }, 1000);
  return (isDone) => {
    clearInterval(timer);
    if (isTerminal) process.stdout.write('\r\x1b[2K');
    process.stdout.write(`${isDone ? '✓' : '✗'} ${title.replace(/;.*/, ')')}  ${seconds()} s\n`);
  };
}

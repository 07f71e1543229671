import { installGoTool, runTool, skipCheck } from './check-tools.ts';
import { findExecutable } from './executables.ts';

// Part of `npm run check`: validates .github/workflows with actionlint.

const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
const WHAT = 'the workflows of GitHub are not validated';

if (!findExecutable('go', process.env)) skipCheck(WHAT, 'go not found');
const actionlint = await installGoTool('actionlint', ACTIONLINT).catch((error: Error) =>
  skipCheck(WHAT, `actionlint cannot be downloaded: ${error.message}`),
);
// Without shellcheck and pyflakes, which are not on every machine: the result is the same everywhere.
await runTool(actionlint, ['-no-color', '-shellcheck=', '-pyflakes=']);

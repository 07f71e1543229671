import { getContainerRuntimeClient } from 'testcontainers';
import { removeContainer, removeVolume } from './container-engine.ts';

// Run by leftover-containers.ts: removes these containers and their volumes.
const STOP_TIMEOUT_S = 25;
const [what, ...names] = process.argv.slice(2);

const client = await getContainerRuntimeClient();
for (const name of names) await removeContainer(client, name, STOP_TIMEOUT_S);
if (what === 'with-data') for (const name of names) await removeVolume(client, name);
process.exit(0);

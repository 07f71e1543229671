import { getContainerRuntimeClient } from 'testcontainers';
import { removeContainer, removeVolume } from './container-engine.ts';

// Run by left-containers.ts: removes these containers, and the data that was kept for them.
const STOP_WITHIN_S = 25;
const [withData, ...names] = process.argv.slice(2);

const client = await getContainerRuntimeClient();
for (const name of names) await removeContainer(client, name, STOP_WITHIN_S);
if (withData === 'with-data') for (const name of names) await removeVolume(client, name);
process.exit(0);

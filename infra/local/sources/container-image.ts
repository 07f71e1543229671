import { getContainerRuntimeClient, ImageName } from 'testcontainers';

// Run by docker.ts as a child process, because a hanging engine or registry can only be abandoned that
// way: ensures that an engine has this image and prints the engine's host.
const image = ImageName.fromString(process.argv[2] ?? '');

const client = await getContainerRuntimeClient();
if (!(await client.image.exists(image))) {
  await client.image.pull(image);
  if (!(await client.image.exists(image))) {
    console.error(`the image ${image.string} cannot be pulled`);
    process.exit(1);
  }
}
console.log(JSON.stringify({ host: client.info.containerRuntime.host }));
// Open connections would keep the process alive.
process.exit(0);

import { getContainerRuntimeClient, ImageName } from 'testcontainers';

// Run by docker.ts in a process of its own, since an engine or a registry that hangs cannot be left
// otherwise: makes sure that there is an engine with this image, and tells on which host.
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
// A pool of connections may still be open.
process.exit(0);

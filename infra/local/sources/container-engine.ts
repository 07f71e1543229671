import type { ContainerRuntimeClient } from 'testcontainers';

/** Stops a container in its own way, and removes it with what has no name; one that is gone is right. */
export async function removeContainer(
  { container }: ContainerRuntimeClient,
  name: string,
  stopWithinSeconds: number,
): Promise<void> {
  const found = container.getById(name);
  try {
    await found.stop({ t: stopWithinSeconds }).catch(unlessStopped);
    await found.remove({ v: true, force: true });
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Removes a named volume; one that is gone is right. */
export async function removeVolume(
  { container }: ContainerRuntimeClient,
  name: string,
): Promise<void> {
  const { dockerode } = container as unknown as { dockerode: Volumes };
  await dockerode
    .getVolume(name)
    .remove()
    .catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
}

/** Of the client below testcontainers', which itself knows no volumes. */
type Volumes = { getVolume(name: string): { remove(): Promise<unknown> } };

function unlessStopped(error: unknown): void {
  if (statusOf(error) !== 304) throw error;
}

function isGone(error: unknown): boolean {
  return statusOf(error) === 404;
}

function statusOf(error: unknown): number | undefined {
  return (error as { statusCode?: number }).statusCode;
}

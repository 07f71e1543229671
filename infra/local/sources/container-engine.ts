import type { ContainerRuntimeClient } from 'testcontainers';

/** Stops and removes a container with its anonymous volumes; succeeds if it does not exist. */
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

/** Removes a named volume; succeeds if it does not exist. */
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

/** Volume API of dockerode, which testcontainers wraps without volumes. */
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

/** One condition of a user's machine, reproduced for real; throws on a failure. */
export type MachineCase = {
  name: string;
  run(bench: Bench): Promise<void>;
};

export type Bench = {
  /** The case's own folder, removed afterwards. */
  folder: string;
  /** Prints a progress line. */
  log(text: string): void;
  /** Registers cleanup work; run in reverse order, also after a failure. */
  onCleanup(work: () => Promise<void> | void): void;
};

/** The case cannot run on this machine; reported and counted neither as passed nor as failed. */
export class NotPossibleHere extends Error {
  override name = 'NotPossibleHere';
}

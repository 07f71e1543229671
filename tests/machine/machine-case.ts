/** One thing that a stranger's machine does to Cairn, tried for real; it throws what is wrong. */
export type MachineCase = {
  name: string;
  run(bench: Bench): Promise<void>;
};

export type Bench = {
  /** For this case alone; removed after it. */
  folder: string;
  /** Tells how it goes on, on a line of its own. */
  tell(text: string): void;
  /** Done at the end, whatever came; the last first. */
  atEnd(work: () => Promise<void> | void): void;
};

/** What this machine does not allow is told, and counts neither as good nor as bad. */
export class NotPossibleHere extends Error {
  override name = 'NotPossibleHere';
}

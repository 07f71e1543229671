import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

const COMPACT_AFTER_BYTES = 64 * 1024 * 1024;

interface Line {
  c: string;
  id: string;
  v?: unknown;
}

/**
 * Everything the sandbox knows, in memory, and in a file of one JSON line a change, so that a
 * kill -9 loses nothing that was answered. The file is rewritten whole (beside, then renamed) at
 * start and when it has grown by 64 MB. Without a file name nothing is kept.
 */
export class Journal {
  readonly #file: string | null;
  readonly #contents = new Map<string, Map<string, unknown>>();
  #descriptor: number | null = null;
  #bytesSinceCompaction = 0;
  /** The last line is not whole: the disk was full. */
  #isTorn = false;

  constructor(file: string | null) {
    this.#file = file;
    if (file === null) return;
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file)) this.#load(readFileSync(file, 'utf8'));
    this.#compact(file);
  }

  /** `keep` bounds how many of the newest entries are held. */
  collection<T>(name: string, keep = 20_000): Collection<T> {
    return new Collection<T>(this.#entries(name) as Map<string, T>, {
      keep,
      record: (id, value) => this.#append({ c: name, id, v: value }),
    });
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  #entries(name: string): Map<string, unknown> {
    const entries = this.#contents.get(name) ?? new Map<string, unknown>();
    this.#contents.set(name, entries);
    return entries;
  }

  #load(text: string): void {
    for (const raw of text.split('\n')) {
      const line = parseLine(raw);
      if (!line) continue;
      if (line.v === undefined) this.#entries(line.c).delete(line.id);
      else this.#entries(line.c).set(line.id, line.v);
    }
  }

  #append(line: Line): void {
    if (this.#file === null || this.#descriptor === null) return;
    const text = `${this.#isTorn ? '\n' : ''}${JSON.stringify(line)}\n`;
    this.#isTorn = true;
    this.#bytesSinceCompaction += writeWhole(this.#descriptor, text);
    this.#isTorn = false;
    if (this.#bytesSinceCompaction > COMPACT_AFTER_BYTES) this.#compact(this.#file);
  }

  #compact(file: string): void {
    const fresh = openSync(`${file}.new`, 'w', 0o600);
    for (const [c, entries] of this.#contents) {
      for (const [id, v] of entries) writeWhole(fresh, `${JSON.stringify({ c, id, v })}\n`);
    }
    fsyncSync(fresh);
    closeSync(fresh);
    renameSync(`${file}.new`, file);
    this.close();
    this.#descriptor = openSync(file, 'a', 0o600);
    this.#bytesSinceCompaction = 0;
  }
}

interface CollectionOptions {
  keep: number;
  record: (id: string, value?: unknown) => void;
}

export class Collection<T> {
  readonly #entries: Map<string, T>;
  readonly #options: CollectionOptions;

  constructor(entries: Map<string, T>, options: CollectionOptions) {
    this.#entries = entries;
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(id: string): T | undefined {
    return this.#entries.get(id);
  }

  put(id: string, value: T): void {
    this.#entries.set(id, value);
    this.#options.record(id, value);
    if (this.#entries.size <= this.#options.keep) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.delete(oldest.value);
  }

  delete(id: string): void {
    if (this.#entries.delete(id)) this.#options.record(id);
  }

  /** Oldest first. */
  values(): T[] {
    return [...this.#entries.values()];
  }
}

/** On a disk that is nearly full, a part is written before an error is thrown. */
function writeWhole(descriptor: number, text: string): number {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  return written;
}

/** A process killed in the middle of a write leaves half a line; it was never answered. */
function parseLine(raw: string): Line | null {
  if (raw === '') return null;
  try {
    return JSON.parse(raw) as Line;
  } catch {
    return null;
  }
}

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
 * The sandbox's state: in memory, and in an append-only file with one JSON line per change, so
 * that a kill -9 loses no acknowledged change. Compaction writes a new file and renames it, at
 * start and after each 64 MB. Without a file name the state is in memory only.
 */
export class Journal {
  readonly #file: string | null;
  readonly #contents = new Map<string, Map<string, unknown>>();
  #descriptor: number | null = null;
  #bytesSinceCompaction = 0;
  /** The last line is incomplete because the disk was full. */
  #lastLineIsIncomplete = false;

  constructor(file: string | null) {
    this.#file = file;
    if (file === null) return;
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file)) this.#load(readFileSync(file, 'utf8'));
    this.#compact(file);
  }

  /** `keep` is the maximum number of entries; the oldest are deleted. */
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
    const text = `${this.#lastLineIsIncomplete ? '\n' : ''}${JSON.stringify(line)}\n`;
    this.#lastLineIsIncomplete = true;
    this.#bytesSinceCompaction += writeFully(this.#descriptor, text);
    this.#lastLineIsIncomplete = false;
    if (this.#bytesSinceCompaction > COMPACT_AFTER_BYTES) this.#compact(this.#file);
  }

  #compact(file: string): void {
    const fresh = openSync(`${file}.new`, 'w', 0o600);
    for (const [c, entries] of this.#contents) {
      for (const [id, v] of entries) writeFully(fresh, `${JSON.stringify({ c, id, v })}\n`);
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

/** `writeSync` may write a part when the disk is nearly full. */
function writeFully(descriptor: number, text: string): number {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  return written;
}

/** A process killed during a write leaves an incomplete line of an unacknowledged change. */
function parseLine(raw: string): Line | null {
  if (raw === '') return null;
  try {
    return JSON.parse(raw) as Line;
  } catch {
    return null;
  }
}

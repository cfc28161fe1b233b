import { PassThrough, type Readable } from 'node:stream';
import yauzl from 'yauzl';
import type { FileStore } from '../../kernel/services/file-store.ts';

/** How much of an archive is looked at; beyond is refused before anything is unpacked. */
export type ArchiveLimits = { readonly entries: number };

/** An entry of an archive, known from its directory alone. */
export type ArchiveEntry = { readonly name: string; readonly packed: number; readonly size: number };

/** An opened archive: its directory, and its entries one at a time. */
export type Archive = {
  readonly entries: ReadonlyMap<string, ArchiveEntry>;
  /** Unpacks one entry; it breaks off when it gives more than its directory says. */
  open(name: string): Promise<Readable>;
  close(): void;
};

/** Why an archive is not read. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
}

/** Reads the directory of a zip archive in the store. Nothing is written to a path, whatever its entries are called. */
export async function openArchive(
  files: FileStore,
  key: string,
  size: number,
  limits: ArchiveLimits,
): Promise<Archive> {
  const zip = await opened(new StoreReader(files, key), size);
  try {
    if (zip.entryCount > limits.entries) throw new ArchiveFault('too many entries');
    const found = await directoryOf(zip, limits);
    return {
      entries: new Map([...found].map(([name, entry]) => [name, factsOf(entry)])),
      open: (name) => contentOf(zip, found.get(name)),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

class StoreReader extends yauzl.RandomAccessReader {
  constructor(
    private readonly files: FileStore,
    private readonly key: string,
  ) {
    super();
  }

  override _readStreamForRange(start: number, end: number): PassThrough {
    const through = new PassThrough();
    this.files.read(this.key, { start, end: end - 1 }).then(
      (content) => {
        content.once('error', (error) => through.destroy(error)).pipe(through);
        through.once('close', () => content.destroy());
      },
      (error: unknown) => through.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return through;
  }
}

function opened(reader: StoreReader, size: number): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true };
    yauzl.fromRandomAccessReader(reader, size, options, (error, zip) =>
      error === null || error === undefined ? resolve(zip) : reject(new ArchiveFault(error.message)),
    );
  });
}

function directoryOf(zip: yauzl.ZipFile, limits: ArchiveLimits): Promise<ReadonlyMap<string, yauzl.Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, yauzl.Entry>();
    zip.on('entry', (entry: yauzl.Entry) => {
      if (entries.has(entry.fileName) || entries.size >= limits.entries)
        return reject(new ArchiveFault('bad directory'));
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.once('end', () => resolve(entries));
    zip.once('error', (error: Error) => reject(new ArchiveFault(error.message)));
    zip.readEntry();
  });
}

function factsOf({ fileName, compressedSize, uncompressedSize }: yauzl.Entry): ArchiveEntry {
  return { name: fileName, packed: compressedSize, size: uncompressedSize };
}

function contentOf(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<Readable> {
  return new Promise((resolve, reject) => {
    if (entry === undefined) return reject(new ArchiveFault('no such entry'));
    zip.openReadStream(entry, (error, stream) =>
      error === null || error === undefined ? resolve(stream) : reject(new ArchiveFault(error.message)),
    );
  });
}

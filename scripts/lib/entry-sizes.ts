/** A chunk of the built app, as the bundler's manifest tells of it. */
export type Chunk = {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  /** Names of the chunks that come with it. */
  readonly imports?: readonly string[];
};

/** The chunks of the app by name. */
export type Manifest = Readonly<Record<string, Chunk>>;

/** What a browser loads for a part of the app: the scripts of the first page, or those that a part brings beyond them. */
export type EntrySize = {
  readonly name: string;
  readonly requests: number;
  /** As they stand, and as they are sent, in bytes. */
  readonly bytes: number;
  readonly sent: number;
};

type Size = { readonly bytes: number; readonly sent: number };

/** The entries of the app, the first page before the parts that are loaded by themselves, the largest of these first. */
export function entrySizes(manifest: Manifest, sizeOf: (file: string) => Size): readonly EntrySize[] {
  const entries = Object.entries(manifest);
  const first = entries.filter(([, chunk]) => chunk.isEntry === true).map(([name]) => name);
  const known = new Set(first.flatMap((name) => [...loadedWith(name, manifest)]));
  const sized = (name: string, chunks: ReadonlySet<string>): EntrySize => {
    const files = [...new Set([...chunks].flatMap((chunk) => manifest[chunk]?.file ?? []))];
    const sizes = files.map(sizeOf);
    const sum = (of: keyof Size) => sizes.reduce((total, size) => total + size[of], 0);
    return { name, requests: files.length, bytes: sum('bytes'), sent: sum('sent') };
  };
  const parts = entries
    .filter(([, chunk]) => chunk.isDynamicEntry === true)
    .map(([name]) => sized(name, new Set([...loadedWith(name, manifest)].filter((chunk) => !known.has(chunk)))));
  const pages = first.map((name) => sized(name, loadedWith(name, manifest)));
  return [...pages, ...parts.toSorted((a, b) => b.sent - a.sent)];
}

/** A chunk and all that come with it. */
function loadedWith(name: string, manifest: Manifest, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const next of manifest[name]?.imports ?? []) loadedWith(next, manifest, found);
  return found;
}

/** Most a browser may be sent for an entry, in kB, and where it says so in how many files: by its name, `*` for all others. */
export type EntryLimits = Readonly<Record<string, number | { readonly kB: number; readonly files: number }>>;

/** What is larger than it may be, and limits of what there is not. */
export function entryFaults(sizes: readonly EntrySize[], limits: EntryLimits): readonly string[] {
  const names = new Set(sizes.map(({ name }) => name));
  const unknown = Object.keys(limits).filter((name) => name !== '*' && !names.has(name));
  const large = sizes.flatMap(({ name, sent, requests }) => {
    const limit = limits[name] ?? limits['*'] ?? 0;
    const { kB: most, files } = typeof limit === 'number' ? { kB: limit, files: Number.POSITIVE_INFINITY } : limit;
    const kB = sent / 1000;
    return [
      ...(kB <= most ? [] : [`${name}  ${kB.toFixed(1)} kB，至多 ${most} kB`]),
      ...(requests <= files ? [] : [`${name}  ${requests} 个文件，至多 ${files} 个`]),
    ];
  });
  return [...unknown.map((name) => `${name}  没有这个入口 no such entry`), ...large];
}

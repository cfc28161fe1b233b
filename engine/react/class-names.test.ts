import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const folder = import.meta.dirname;
const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));

/** Classes a sheet gives their look: rules outside of media queries about nothing but the class. */
function classesOf(sheet: string): ReadonlySet<string> {
  const text = readFileSync(path.join(folder, sheet), 'utf8');
  return new Set([...text.matchAll(/(?<!,\n)^\.(engine-[\w-]+) \{/gm)].map(([, name]) => name ?? ''));
}

// A sheet is loaded when a page first needs it, and stays: two that mean different things by one name would meet.
it('gives each class its look in one place', () => {
  const places = new Map<string, string[]>();
  for (const sheet of sheets)
    for (const name of classesOf(sheet)) places.set(name, [...(places.get(name) ?? []), sheet]);
  expect(places.size).toBeGreaterThan(100);
  expect([...places].filter(([, found]) => found.length > 1)).toEqual([]);
});

/** A module with what it brings along at once, what it brings along when it is needed, and the classes it uses. */
type Module = {
  readonly sheets: readonly string[];
  readonly imports: readonly string[];
  readonly later: readonly string[];
  readonly classes: readonly string[];
};

const modules = new Map<string, Module>();

function moduleAt(file: string): Module {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'utf8');
  const inFolder = (pattern: RegExp) =>
    [...text.matchAll(pattern)]
      .map(([, name]) => path.resolve(path.dirname(file), name ?? ''))
      .filter((name) => name.startsWith(folder));
  const imports = inFolder(/(?:^import|^} from|^export .* from|from) '(\.[^']+)';/gm);
  const module = {
    imports: imports.filter((name) => /\.tsx?$/.test(name)),
    sheets: inFolder(/import '(\.[^']+\.css)';/g),
    later: inFolder(/import\('(\.[^']+)'\)/g),
    classes: [...text.matchAll(/(?<![\w-])engine-[a-z][\w-]*/g)].map(([name]) => name),
  };
  modules.set(file, module);
  return module;
}

/** The modules that come with one, itself among them. */
function comesWith(root: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    for (const next of moduleAt(file).imports) visit(next);
  };
  visit(root);
  return found;
}

type Sheets = ReadonlySet<string>;

/** The sheets that are there when a root is loaded: its own, and what every way to it has brought. */
function loadedBy(
  start: string,
  askers: ReadonlyMap<string, ReadonlySet<string>>,
  own: ReadonlyMap<string, Sheets>,
  all: Sheets,
): ReadonlyMap<string, Sheets> {
  const ownOf = (root: string) => own.get(root) ?? new Set<string>();
  const loaded = new Map([...askers.keys()].map((root) => [root, root === start ? ownOf(root) : all]));
  const broughtBy = (ways: ReadonlySet<string>) => {
    const [first = new Set<string>(), ...others] = [...ways].map((asker) => loaded.get(asker) ?? all);
    return [...first].filter((sheet) => others.every((sheets) => sheets.has(sheet)));
  };
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const [root, ways] of askers) {
      if (root === start) continue;
      const next = new Set([...broughtBy(ways), ...ownOf(root)]);
      isChanged ||= next.size !== loaded.get(root)?.size;
      loaded.set(root, next);
    }
  }
  return loaded;
}

// A page that happens to look right because another one was open before it looks wrong after a reload.
it('brings the sheet of every class along with whatever uses it', () => {
  const home = new Map<string, string>();
  for (const sheet of sheets) for (const name of classesOf(sheet)) home.set(name, path.join(folder, sheet));
  const start = path.join(folder, 'index.ts');
  const askers = new Map<string, Set<string>>([[start, new Set()]]);
  for (const root of askers.keys()) {
    for (const file of comesWith(root))
      for (const later of moduleAt(file).later) askers.set(later, (askers.get(later) ?? new Set()).add(root));
  }
  const ownSheets = new Map(
    [...askers.keys()].map((root) => [root, new Set([...comesWith(root)].flatMap((file) => moduleAt(file).sheets))]),
  );
  const loaded = loadedBy(start, askers, ownSheets, new Set(home.values()));
  const missing = [...askers.keys()].flatMap((root) =>
    [...comesWith(root)].flatMap((file) =>
      moduleAt(file)
        .classes.filter((name) => home.has(name) && loaded.get(root)?.has(home.get(name) ?? '') !== true)
        .map(
          (name) => `${path.relative(folder, file)} uses ${name}, which ${path.relative(folder, root)} does not bring`,
        ),
    ),
  );
  expect(askers.size).toBeGreaterThan(20);
  expect([...new Set(missing)]).toEqual([]);
});

import type { Plugin } from 'vite';

/**
 * Refuses a build in which chunks import one another in a circle: one of them would run before what it needs, and a page
 * would fail only where that is used.
 */
export function acyclicChunks(): Plugin {
  return {
    name: 'acyclic-chunks',
    apply: 'build',
    generateBundle(_, bundle) {
      const imports = new Map<string, readonly string[]>();
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') imports.set(chunk.fileName, chunk.imports);
      const circle = circleIn(imports);
      if (circle !== undefined) this.error(`chunks import one another in a circle: ${circle.join(' → ')}`);
    },
  };
}

/** A circle among things that import others, first and last the same; undefined where there is none. */
export function circleIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const finished = new Set<string>();
  const path: string[] = [];
  const visit = (name: string): readonly string[] | undefined => {
    if (finished.has(name)) return undefined;
    const at = path.indexOf(name);
    if (at !== -1) return [...path.slice(at), name];
    path.push(name);
    for (const next of imports.get(name) ?? []) {
      const circle = visit(next);
      if (circle !== undefined) return circle;
    }
    path.pop();
    finished.add(name);
    return undefined;
  };
  for (const name of imports.keys()) {
    const circle = visit(name);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

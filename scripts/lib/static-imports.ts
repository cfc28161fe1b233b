import path from 'node:path';
import { build, type InlineConfig, type Rolldown } from 'vite';

/**
 * The modules each of some scripts needs before it can run, by the script: what it imports, and so on; not what it imports
 * later, and nothing that is imported later itself, which stands alone.
 */
export type StaticImports = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Finds what scripts of an app need before they can run, by bundling it without a word on chunks. Only bundling tells: of
 * a module that hands on what others have, each takes only what it names, and keeps only what somebody takes of it.
 */
export async function staticImports(scripts: readonly string[], config: InlineConfig): Promise<StaticImports> {
  const outcome = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: {
      ...config.build,
      write: false,
      minify: false,
      manifest: false,
      rolldownOptions: {
        treeshake: config.build?.rolldownOptions?.treeshake ?? true,
        input: scripts.map((script) => path.resolve(script)),
        preserveEntrySignatures: 'strict',
      },
    },
  });
  const [{ output = [] } = {}] = 'output' in outcome ? [outcome] : Array.isArray(outcome) ? outcome : [];
  const chunks = new Map(output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])));
  return new Map(scripts.map((script) => [script, modulesOf(script, chunks)]));
}

function modulesOf(script: string, chunks: ReadonlyMap<string, Rolldown.OutputChunk>): ReadonlySet<string> {
  const modules = new Set<string>();
  const seen = new Set<string>();
  const take = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined || seen.has(chunk.fileName)) return;
    seen.add(chunk.fileName);
    for (const id of chunk.moduleIds) if (id !== chunk.facadeModuleId) modules.add(id);
    for (const file of chunk.imports) take(chunks.get(file));
  };
  take([...chunks.values()].find(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId === path.resolve(script)));
  return modules;
}

import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { documentKinds, type Grammar, typeName } from './grammar.ts';

const banner = '// Made by `npm run generate` from engine/meta. Do not edit.\n';

/** Name of the function that validates a kind, for example `validatePage`. */
function validatorName(kind: string): string {
  return `validate${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}

/** One self-contained ES module with a validating function per kind of document; it builds no code at run time. */
export async function validatorsSource(grammar: Grammar, resolveDir: string): Promise<string> {
  const ajv = new Ajv({
    allErrors: true,
    discriminator: true,
    strict: true,
    allowUnionTypes: true,
    // A discriminated `oneOf` requires its tag outside the branch that declares it.
    strictRequired: false,
    // Faults name the value that came and the names that were possible.
    verbose: true,
    code: { source: true, esm: true, lines: true },
  });
  for (const [file, schema] of grammar) ajv.addSchema(schema, file);
  const names = [...documentKinds(grammar)].map(([kind, file]) => [validatorName(kind), file]);
  const code = standalone(ajv, Object.fromEntries(names));
  // Ajv writes `require` for its helpers even in ES modules, which a browser refuses; so the helpers are put in.
  const bundle = await build({
    stdin: { contents: code, resolveDir, loader: 'js' },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    minify: true,
  });
  return banner + bundle.outputFiles.map((file) => file.text).join('');
}

/** The types of the validators' module. */
export function validatorTypesSource(grammar: Grammar): string {
  const kinds = [...documentKinds(grammar)].map(([kind, file]) => ({ kind, type: typeName(grammar, file) }));
  const types = kinds.map(({ type }) => type).sort();
  return [
    banner,
    "import type { ValidateFunction } from 'ajv';\n",
    `import type { ${types.join(', ')} } from './documents.ts';\n\n`,
    ...kinds.map(({ kind, type }) => `export declare const ${validatorName(kind)}: ValidateFunction<${type}>;\n`),
  ].join('');
}

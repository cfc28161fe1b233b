import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const name = '@marcbachmann/cel-js';
const lib = path.dirname(createRequire(import.meta.url).resolve(name));

/** What the parser asks of the rest of the package: the names of operators, and a class of numbers the language refuses. */
const replaced: Readonly<Record<string, () => Promise<string>>> = {
  'operators.js': async () => `export const OPERATORS = ${JSON.stringify(await operatorNames())}`,
  'functions.js': async () => 'export class UnsignedInt {}',
};

const entry = `
import { Parser } from ${JSON.stringify(path.join(lib, 'parser.js'))};
const withoutMacros = { enableOptionalTypes: false, findMacro: () => undefined };
export class Environment {
  #parser;
  constructor({ limits }) { this.#parser = new Parser(limits, withoutMacros); }
  parse(source) { return { ast: this.#parser.parse(source) }; }
}
`;

/**
 * The app takes of the package of expressions its parser alone: what they mean is the engine's own (`evaluate.ts`), and
 * its evaluator, type checker and functions are two thirds of it. The server takes the package as it is; a test holds
 * that both read the same trees.
 */
export function expressionParserAlone(): Plugin {
  return {
    name: 'expression-parser-alone',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === name ? `\0${name}` : undefined),
    load: async (id) =>
      id === `\0${name}` ? entry : path.dirname(id) === lib ? replaced[path.basename(id)]?.() : undefined,
  };
}

/** The operators of the package with the names their nodes bear. */
async function operatorNames(): Promise<Readonly<Record<string, { readonly name: string }>>> {
  const module: unknown = await import(pathToFileURL(path.join(lib, 'operators.js')).href);
  const operators: unknown =
    typeof module === 'object' && module !== null ? Reflect.get(module, 'OPERATORS') : undefined;
  if (typeof operators !== 'object' || operators === null) throw new TypeError(`${name} has no operators`);
  return Object.fromEntries(
    Object.entries(operators).map(([key, operator]: [string, unknown]) => {
      const named = typeof operator === 'object' && operator !== null ? Reflect.get(operator, 'name') : undefined;
      if (typeof named !== 'string') throw new TypeError(`the operator ${key} of ${name} has no name`);
      return [key, { name: named }];
    }),
  );
}

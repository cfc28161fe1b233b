import { createContext, useContext, useEffect, useRef } from 'react';
import type { ListCommand } from './key-bindings.ts';

/** What the parts of a page do on a command; a command nobody gives does not apply. */
export type ListCommands = { readonly [Command in ListCommand]?: (() => void) | undefined };

/** The commands of a page, brought together from its parts. */
export class CommandSources {
  readonly #sources = new Set<{ readonly current: ListCommands }>();

  add(source: { readonly current: ListCommands }): () => void {
    this.#sources.add(source);
    return () => this.#sources.delete(source);
  }

  find(command: ListCommand): (() => void) | undefined {
    for (const source of this.#sources) {
      const run = source.current[command];
      if (run !== undefined) return run;
    }
    return undefined;
  }
}

/** Holds the commands of the page being drawn. */
export const CommandSourcesContext = createContext<CommandSources | undefined>(undefined);

/** Adds commands to the page while this part of it is there. */
export function useListCommands(commands: ListCommands): void {
  const sources = useContext(CommandSourcesContext);
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => sources?.add(latest), [sources]);
}

/** Does a command as if its key were pressed. */
export function useGiveCommand(): (command: ListCommand) => void {
  const sources = useContext(CommandSourcesContext);
  return (command) => sources?.find(command)?.();
}

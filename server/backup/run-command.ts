import { type Config, loadConfig } from '../config.ts';
import { StartError } from '../start-error.ts';

/** Runs a command of the terminal: what it answers is told, what it refuses is told too and ends it with 1. */
export async function runCommand(work: (config: Config, args: readonly string[]) => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work(loadConfig(), process.argv.slice(2))}\n`);
  } catch (error) {
    const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}

import { type Config, loadConfig } from '../config/config.ts';
import { type StartFacts, startRefusal } from '../start/start-refusal.ts';

/** Runs a command of the terminal: what it answers is told, what it refuses is told too and ends it with 1. */
export async function runCommand(work: (config: Config, args: readonly string[]) => Promise<string>): Promise<void> {
  let facts: StartFacts = {};
  try {
    const config = loadConfig();
    facts = config;
    process.stdout.write(`${await work(config, process.argv.slice(2))}\n`);
  } catch (error) {
    process.stderr.write(`${startRefusal(error, facts).message}\n`);
    process.exitCode = 1;
  }
}

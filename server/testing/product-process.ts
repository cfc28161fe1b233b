import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { builtProgram, type Program } from './built/built-server.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The server as a process of its own. */
export type ProductProcess = {
  readonly child: ChildProcess;
  readonly address: string;
  readonly output: () => string;
  /** Resolves to its exit code. */
  readonly ended: Promise<number | null>;
};

function launch(program: Program, args: readonly string[], settings: Readonly<Record<string, string>>) {
  const { DATABASE_URL: _, MODE: __, ...rest } = process.env;
  const child = spawn(process.execPath, ['--enable-source-maps', builtProgram(program), ...args], {
    cwd: root,
    env: { ...rest, LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const read = (chunk: Buffer) => (text += chunk.toString());
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, output: () => text, ended };
}

/** Starts the built server and waits until it tells its address. */
export async function startServerProcess(settings: Readonly<Record<string, string>>): Promise<ProductProcess> {
  const { child, output, ended } = launch('main', [], { PORT: '0', ...settings });
  const told = async () => {
    for (;;) {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
      if (address !== undefined && output().includes('密码')) return address;
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (child.exitCode !== null) throw new TypeError(`ended with ${child.exitCode}: ${output()}`);
    }
  };
  return { child, address: await told(), output, ended };
}

/** Runs a command of the server to its end. */
export async function runServerCommand(
  program: 'backup' | 'restore' | 'audit-verify',
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const { output, ended } = launch(program, args, settings);
  return { code: await ended, output: output() };
}

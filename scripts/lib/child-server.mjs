import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Within this time the same Ctrl-C reaches us more than once: from the terminal, and again from npm. */
const echoMilliseconds = 500;

/**
 * Starts a program that must end cleanly, and answers `{ child, ended, stop }`; `ended` resolves to its exit code.
 * It gets its own process group, so that Ctrl-C reaches it once, through `stop`, and not from the terminal as well.
 */
export function startChild(program, args, options = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true, ...options });
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
  const stop = (signal) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  };
  return { child, ended, stop };
}

/** Calls `stop(signal)` once for every Ctrl-C, SIGTERM or closed terminal. */
export function onStopSignal(stop) {
  let last = 0;
  const handle = (signal) => {
    const now = Date.now();
    if (now - last < echoMilliseconds) return;
    last = now;
    stop(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, handle);
}

/** Between two looks for who started us. */
const lookMilliseconds = 500;

/**
 * Calls `stop('SIGTERM')` once when the npm that runs this script is gone: ending npm alone ends neither the shell
 * between it and us nor us. Started by anybody else, a script may outlive him.
 */
export function onNpmGone(stop, env = process.env) {
  if (env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop('SIGTERM');
  }, lookMilliseconds);
  timer.unref();
}

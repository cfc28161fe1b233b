/**
 * One program kept ready, so that a restart need not wait for it to load. `make` starts it (`startChild`'s answer, with a
 * channel for messages); it then waits for a message. `start()` tells the one that is ready, or a new one, to go on and
 * answers it; `prepare()` makes the next one; `end()` ends the one that waits.
 */
export function spareChild(make) {
  let spare;
  let isEnded = false;
  const isThere = ({ child }) => child.exitCode === null && child.signalCode === null;
  const prepare = () => {
    if (!isEnded && (spare === undefined || !isThere(spare))) spare = make();
  };
  return {
    prepare,
    start() {
      prepare();
      const started = spare;
      spare = undefined;
      started.child.send('start');
      return started;
    },
    end() {
      isEnded = true;
      spare?.stop('SIGTERM');
      spare = undefined;
    },
  };
}

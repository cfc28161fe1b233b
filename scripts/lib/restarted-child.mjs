/**
 * Keeps one program running that `start` starts (`startChild`'s answer). `restart()` ends it and starts it anew once it
 * has ended: whatever is asked for meanwhile is one start. `stop(signal)` ends it for good and
 * answers its exit code.
 */
export function keepRunning(start) {
  let current;
  let isStopped = false;
  let isQueued = false;
  let turn = Promise.resolve();
  const restartOnce = async () => {
    current?.stop('SIGTERM');
    await current?.ended;
    isQueued = false;
    if (!isStopped) current = start();
  };
  return {
    restart() {
      if (!isQueued && !isStopped) {
        isQueued = true;
        turn = turn.then(restartOnce);
      }
      return turn;
    },
    async stop(signal) {
      isStopped = true;
      current?.stop(signal);
      await turn;
      return current?.ended;
    },
  };
}

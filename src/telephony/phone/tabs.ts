/** How the tabs of one browser share a telephone: one holds it, the others see it and hand it their commands. */
export type Tabs<State, Command> = {
  /** Whether this tab holds the telephone. */
  readonly isHolder: () => boolean;
  /** Shows the other tabs how things stand; for the holder. */
  readonly show: (state: State) => void;
  /** Hands a command to the holder, which may be this tab. */
  readonly ask: (command: Command) => void;
  /** Leaves; another tab takes over. */
  readonly leave: () => void;
};

type TabsEvents<State, Command> = {
  /** This tab holds the telephone from now on. */
  readonly onHold: () => void;
  readonly onState: (state: State) => void;
  readonly onCommand: (command: Command) => void;
};

type Message<State, Command> =
  | { readonly kind: 'state'; readonly state: State }
  | { readonly kind: 'command'; readonly command: Command }
  /** A tab that was just opened asks how things stand. */
  | { readonly kind: 'hello' };

/** Shares by a lock that the browser passes on when its holder closes, and a channel between the tabs. */
export function joinTabs<State, Command>(
  name: string,
  { onHold, onState, onCommand }: TabsEvents<State, Command>,
): Tabs<State, Command> {
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  let isHolder = false;
  let shown: State | undefined;
  let release: (() => void) | undefined;
  const post = (message: Message<State, Command>) => channel.postMessage(message);
  const hold = () => {
    isHolder = true;
    onHold();
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  };
  channel.onmessage = ({ data }: MessageEvent<Message<State, Command>>) => {
    if (data.kind === 'state' && !isHolder) onState(data.state);
    if (data.kind === 'command' && isHolder) onCommand(data.command);
    if (data.kind === 'hello' && isHolder && shown !== undefined) post({ kind: 'state', state: shown });
  };
  post({ kind: 'hello' });
  // Only pages with https have locks; elsewhere nobody can telephone from a browser anyway.
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) void hold();
  else void locks.request(name, { signal: leaving.signal }, hold).catch(() => undefined);
  return {
    isHolder: () => isHolder,
    show: (state) => {
      shown = state;
      post({ kind: 'state', state });
    },
    ask: (command) => {
      if (isHolder) onCommand(command);
      else post({ kind: 'command', command });
    },
    leave: () => {
      isHolder = false;
      release?.();
      leaving.abort();
      channel.close();
    },
  };
}

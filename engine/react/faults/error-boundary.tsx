import { Component, type ReactNode } from 'react';

type Props = {
  readonly children: ReactNode;
  /** What stands in the place of what failed; `retry` draws it anew. */
  readonly fallback: (error: unknown, retry: () => void) => ReactNode;
  /** A change of this value draws the children anew. */
  readonly resetKey?: unknown;
};

type State = { readonly error: unknown; readonly failed: boolean; readonly resetKey: unknown };

/** Keeps a fault in its place: what failed shows it, everything around goes on. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: undefined, failed: false, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback(this.state.error, () => this.setState({ error: undefined, failed: false }));
  }
}

import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';

/** A source of completions for an editor that has the keyboard: a moment after the last key it may have been left already. */
export function whileTyping(source: (context: CompletionContext) => CompletionResult | null): typeof source {
  return (context) => {
    const { view } = context;
    const isLeft = view !== undefined && view.root.activeElement !== view.contentDOM;
    return isLeft ? null : source(context);
  };
}

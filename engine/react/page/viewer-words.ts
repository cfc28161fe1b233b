import { type EngineUser, useEngine, useText } from '../host/engine-context.tsx';

/** Who looks: his name and the last four digits of his number; and as whom, where that is another. */
export function useViewerWords(): readonly string[] {
  const t = useText();
  const { user } = useEngine();
  const name = String(user.name ?? user.id);
  const viewer = viewerOf(user);
  if (viewer === undefined) return [wordsOf(name, user.mobile)];
  return [wordsOf(String(viewer.name), viewer.mobile), t('engine.mark.as', { name })];
}

function viewerOf({ viewer }: EngineUser): { readonly name: unknown; readonly mobile?: unknown } | undefined {
  return typeof viewer === 'object' && viewer !== null && 'name' in viewer ? viewer : undefined;
}

function wordsOf(name: string, mobile: unknown): string {
  const digits = typeof mobile === 'string' && /\d{4}$/.test(mobile) ? mobile.slice(-4) : '';
  return [name, digits].filter((word) => word !== '').join(' ');
}

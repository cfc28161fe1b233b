// The caches: for an object, by key, loaded once.

export { KeyedCache, loadOnce, memoizeByIdentity } from './cache.ts';

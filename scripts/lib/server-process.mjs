/** How the server's process is run, whoever starts it; `Dockerfile` and `docs/deploy.md` say the same. */
export const serverFlags = [
  '--enable-source-maps',
  // Without `__proto__` no input can reach what all objects are made of, whatever a library does with it.
  '--disable-proto=delete',
];

/**
 * How the C library keeps what is freed, see `docs/decisions/0437-memory-after-start.md`: once it was asked for 19 MB, as it
 * is for each password, it would give back nothing below twice as much, in each of eight arenas a core.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

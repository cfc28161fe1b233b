/** How the server's process is run, whoever starts it; `Dockerfile` and `docs/deploy.md` say the same. */
export const serverFlags = [
  '--enable-source-maps',
  // Without `__proto__` no input can reach what all objects are made of, whatever a library does with it.
  '--disable-proto=delete',
];

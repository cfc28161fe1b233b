// Read by whatever Node the machine has: keep the syntax old, import nothing.

/** The oldest Node the product runs on. */
export const oldestNode = [20, 19];

/** Tells whether a version such as `v20.19.0` is new enough. */
export function isNodeNewEnough(version) {
  const parts = version.replace(/^v/, '').split('.').map(Number);
  return parts[0] > oldestNode[0] || (parts[0] === oldestNode[0] && parts[1] >= oldestNode[1]);
}

/** Ends the process with a plain sentence where Node is too old. */
export function requireNode() {
  if (isNodeNewEnough(process.version)) return;
  const wanted = oldestNode.join('.');
  console.error(`需要 Node.js ${wanted} 或更高版本，当前是 ${process.version}。请从 https://nodejs.org 安装后再试。`);
  console.error(
    `Node.js ${wanted} or newer is needed, this is ${process.version}. Install it from https://nodejs.org.`,
  );
  process.exit(1);
}

import { existsSync, readFileSync } from 'node:fs';
import { findChromium } from './chromium.mjs';
import { run } from './run.mjs';

/** Answers the path of a Chromium, installing one as root on Debian and its kin; undefined where that is not possible. */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  if (!process.env.CHROMIUM_PATH && canInstall()) await installFromPackages();
  const installed = findChromium();
  if (installed === undefined) tellWhatToInstall();
  return installed;
}

function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

async function installFromPackages() {
  console.log('安装 Chromium 与中文字体… Installing Chromium and Chinese fonts…');
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update'], options);
  for (const browser of ['chromium-headless-shell', 'chromium']) {
    const words = ['install', '-y', '--no-install-recommends', browser, 'fonts-noto-cjk'];
    const { code } = await run('apt-get', words, options);
    if (code === 0) return;
  }
}

function tellWhatToInstall() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) console.error(`CHROMIUM_PATH=${chosen} 不是可执行文件。CHROMIUM_PATH names no executable file.`);
  console.error('测试需要 Chromium。The tests need a Chromium. Install it with:');
  console.error(`  ${installCommand()}`);
  console.error('或用 CHROMIUM_PATH 指明已有的浏览器。Or name one with CHROMIUM_PATH.');
}

function installCommand() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  // Ubuntu's own package is only a pointer to a snap.
  if (/^ID=debian$/m.test(release))
    return 'sudo apt-get update && sudo apt-get install -y chromium-headless-shell fonts-noto-cjk';
  return process.platform === 'linux'
    ? 'npx playwright install --with-deps chromium'
    : 'npx playwright install chromium';
}

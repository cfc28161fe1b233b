const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\//, 'Edge'],
  [/\bMicroMessenger\//, '微信'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bLinux\b/, 'Linux'],
];

/** What a person calls the device behind a browser's own words: `Chrome · Windows`; what is not known stays as it is. */
export function deviceName(userAgent: string | null): string {
  const text = userAgent ?? '';
  const named = [browsers, systems].flatMap((known) => known.find(([mark]) => mark.test(text))?.[1] ?? []);
  if (named.length > 0) return named.join(' · ');
  return text === '' ? '未知设备' : text.slice(0, 60);
}

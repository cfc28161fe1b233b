import Bowser from 'bowser';

const maxLength = 60;

/** Names people know better than those a browser gives itself. */
const known = new Map([
  ['Microsoft Edge', 'Edge'],
  ['WeChat', '微信'],
]);

/** What a person calls the device behind a browser's own words: `Chrome 131 · Windows`; what is not known stays as it is. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return '未知设备';
  const { browser, os } = Bowser.parse(userAgent);
  const name =
    browser.name === undefined || browser.name === '' ? undefined : (known.get(browser.name) ?? browser.name);
  const version = browser.version?.split('.')[0];
  const told = [name === undefined || version === undefined ? name : `${name} ${version}`, os.name];
  const parts = told.filter((part) => part !== undefined && part !== '');
  return (parts.length > 0 ? parts.join(' · ') : userAgent).slice(0, maxLength);
}

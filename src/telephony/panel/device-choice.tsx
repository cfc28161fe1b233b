import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { useText } from '../../locales/i18n.ts';
import type { Devices } from '../line/line.ts';

type Props = { readonly devices: Devices; readonly onChange: (devices: Devices) => void };

/** Which microphone and loudspeaker the call uses. */
export function DeviceChoice({ devices, onChange }: Props) {
  const t = useText();
  const known = useDevices();
  const choices = (kind: MediaDeviceKind, chosen = '') => {
    const there = known
      .filter((device) => device.kind === kind && device.deviceId !== '' && device.deviceId !== 'default')
      .map(({ deviceId, label }, index) => ({ value: deviceId, label: label || `${t('phone.device')} ${index + 1}` }));
    const isAway = chosen !== '' && there.every(({ value }) => value !== chosen);
    return [
      { value: '', label: t('phone.deviceDefault') },
      ...there,
      ...(isAway ? [{ value: chosen, label: t('phone.deviceAway') }] : []),
    ];
  };
  const change = (part: 'microphone' | 'speaker', id: string) => {
    const { [part]: _, ...others } = devices;
    onChange(id === '' ? others : { ...others, [part]: id });
  };
  return (
    <div className="phone-devices">
      <label htmlFor="phone-microphone">{t('phone.microphone')}</label>
      <Select
        id="phone-microphone"
        size="small"
        value={devices.microphone ?? ''}
        options={choices('audioinput', devices.microphone)}
        onChange={(id) => change('microphone', id)}
      />
      <label htmlFor="phone-speaker">{t('phone.speaker')}</label>
      <Select
        id="phone-speaker"
        size="small"
        value={devices.speaker ?? ''}
        options={choices('audiooutput', devices.speaker)}
        onChange={(id) => change('speaker', id)}
      />
    </div>
  );
}

/** The devices of the browser, as they come and go. */
function useDevices(): readonly MediaDeviceInfo[] {
  const [known, setKnown] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices };
    if (mediaDevices === undefined) return undefined;
    const look = () => void mediaDevices.enumerateDevices().then(setKnown, () => setKnown([]));
    look();
    mediaDevices.addEventListener('devicechange', look);
    return () => mediaDevices.removeEventListener('devicechange', look);
  }, []);
  return known;
}

import type { Option } from '~/platform/forms/choices'
import { CURRENCIES } from '~/platform/values/currencies'

/**
 * Maps time zones that JavaScript lists under an old name to the name that IANA uses now. Databases
 * may lack the old one.
 */
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/**
 * Lists all time zones by IANA name with their present offset from UTC, including the project's
 * own.
 */
export function timeZoneOptions(own?: string): Option[] {
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => RENAMED[zone] ?? zone)
  const all = [...new Set([...zones, 'UTC', ...(own ? [own] : [])])].sort()
  return all.map((zone) => ({
    id: zone,
    label: zone.replaceAll('_', ' '),
    detail: offsetOf(zone),
  }))
}

/** Lists all currencies by code. */
export function currencyOptions(): Option[] {
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  return CURRENCIES.map((code) => ({ id: code, label: `${code} · ${names.of(code) ?? code}` }))
}

function offsetOf(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.replace(/^GMT(.*)$/, (_, offset: string) => `UTC${offset || '+00:00'}`)
}

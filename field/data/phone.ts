import Dexie, { type EntityTable } from 'dexie'
import type { FieldPerson } from '~/platform/field/answers'

/** The PIN of a person. It locks the screen and encrypts nothing. */
export interface Pin {
  person: string
  salt: string
  hash: string
  /** Wrong ones since the last right one. */
  wrong: number
  /** The moment up to which none is taken, in milliseconds. */
  until: number
}

/** Rows that the phone itself keeps, whoever works on it. */
interface Settings {
  /** The id by which the office knows this phone. */
  device: string
  /** The person who signed in here last; the work goes on without a session. */
  person: FieldPerson
  /** The company that the person works in. */
  company: string
  /** The PIN that locks the screen. */
  pin: Pin
}

interface Setting {
  name: keyof Settings
  value: unknown
}

const phone = new Dexie('kalakal-phone', { chromeTransactionDurability: 'strict' }) as Dexie & {
  settings: EntityTable<Setting, 'name'>
}
phone.version(1).stores({ settings: 'name' })

export async function readSetting<N extends keyof Settings>(name: N): Promise<Settings[N] | null> {
  return ((await phone.settings.get(name))?.value ?? null) as Settings[N] | null
}

export async function writeSetting<N extends keyof Settings>(
  name: N,
  value: Settings[N],
): Promise<void> {
  await phone.settings.put({ name, value })
}

export async function forgetSettings(...names: (keyof Settings)[]): Promise<void> {
  await phone.settings.bulkDelete(names)
}

/** Changes the PIN as one step, also with another tab; undefined leaves it. */
export function changePin(change: (pin: Pin | null) => Pin | undefined): Promise<void> {
  return phone.transaction('rw', phone.settings, async () => {
    const changed = change(await readSetting('pin'))
    if (changed) await writeSetting('pin', changed)
  })
}

/** Returns the phone's id, which is made once. */
export function deviceId(): Promise<string> {
  return phone.transaction('rw', phone.settings, async () => {
    const known = await readSetting('device')
    if (known) return known
    const made = crypto.randomUUID()
    await writeSetting('device', made)
    return made
  })
}

/** Returns what the office calls the phone by: its model where the browser tells it. */
export function phoneName(agent = navigator.userAgent): string {
  const [, model] = /Android[^;)]*;\s*([^;)]+)/.exec(agent) ?? []
  if (/iPhone|iPad/.test(agent)) return /iPad/.test(agent) ? 'iPad' : 'iPhone'
  if (/Android/.test(agent)) return model && model !== 'K' ? model.trim() : 'Android phone'
  return 'Computer'
}

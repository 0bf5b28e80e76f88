import { changePin, forgetSettings, type Pin, readSetting, writeSetting } from './phone'

const ROUNDS = 100_000
/** After so many wrong ones the phone waits, or asks for the password. */
const WRONG = 5
const WAITS_MIN = [1, 5, 15]

/** Browsers compute hashes on secure origins only. */
export const canHavePin = () => globalThis.crypto?.subtle !== undefined

const hex = (bytes: Uint8Array) =>
  Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')

async function hashOf(digits: string, salt: string): Promise<string> {
  const text = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', text.encode(digits), 'PBKDF2', false, [
    'deriveBits',
  ])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: text.encode(salt), iterations: ROUNDS }
  return hex(new Uint8Array(await crypto.subtle.deriveBits(how, key, 256)))
}

/** Says what is wrong with a new PIN; null when it is fine. */
export function wrongPin(digits: string): string | null {
  if (!/^\d{4,6}$/.test(digits)) return 'Enter 4 to 6 digits.'
  return /^(\d)\1*$/.test(digits) ? 'Choose different digits.' : null
}

export async function pinOf(person: string): Promise<Pin | null> {
  const pin = await readSetting('pin')
  return pin?.person === person ? pin : null
}

export async function setPin(person: string, digits: string): Promise<void> {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)))
  const hash = await hashOf(digits, salt)
  await writeSetting('pin', { person, salt, hash, wrong: 0, until: 0 })
}

export const removePin = () => forgetSettings('pin')

/** Tells whether the PIN was entered wrong so often that the password is asked for where there is a line. */
export const needsPassword = ({ wrong }: Pin) => wrong >= WRONG

/** Compares what was typed with the PIN, and counts wrong ones. Nothing is compared before the wait is over. */
export async function checkPin(person: string, digits: string): Promise<boolean> {
  const known = await pinOf(person)
  if (!known) return true
  const hash = await hashOf(digits, known.salt)
  let right = false
  await changePin((pin) => {
    if (pin?.person !== person || Date.now() < pin.until) return
    right = pin.hash === hash
    if (right) return { ...pin, wrong: 0, until: 0 }
    const wrong = pin.wrong + 1
    if (wrong % WRONG > 0) return { ...pin, wrong }
    const minutes = WAITS_MIN[Math.min(wrong / WRONG, WAITS_MIN.length) - 1] ?? 0
    return { ...pin, wrong, until: Date.now() + minutes * 60_000 }
  })
  return right
}

/** Takes the wrong ones back, once the person has given the password. */
export async function trustPin(person: string): Promise<void> {
  await changePin((pin) => (pin?.person === person ? { ...pin, wrong: 0, until: 0 } : undefined))
}

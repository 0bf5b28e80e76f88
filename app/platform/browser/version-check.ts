import { version as ownVersion } from '../../../package.json'
import { anyFormEdited } from './edited-forms'
import { storedVersion, storeVersion } from './local-state'
import { isReload } from './reload'

const ANSWER_MS = 5000

/** A new version that the page should be reloaded for: at once, or when the person says so. */
export interface NewVersion {
  version: string
  reload: 'now' | 'ask'
}

/** Put off by "Later": asked about once only. */
let declined: string | null = null

/**
 * Checks the version: a version other than the stored one is stored and the browser's caches are cleared, for the caller
 * to reload. A failed check is only logged.
 *
 * A page whose own scripts are of another version than the server counts too: another tab may have stored the new
 * version, or storage may be off. A page that comes from a reload asks instead, so that it never reloads endlessly. A page
 * where something was typed always asks.
 */
export async function checkVersion(): Promise<NewVersion | null> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const response = await fetch('/version.json', { cache: 'no-store', signal })
    if (!response.ok) throw new Error(`The server answered ${response.status}.`)
    const { version } = (await response.json()) as { version?: unknown }
    if (typeof version !== 'string') throw new Error('The answer has no version.')
    const before = storedVersion()
    const changed = before !== version && storeVersion(version) && before !== null
    if (!changed && (version === ownVersion || version === declined)) return null
    await clearCaches()
    const now = (changed || !isReload()) && !anyFormEdited()
    return { version, reload: now ? 'now' : 'ask' }
  } catch (error) {
    console.info('The version check failed.', error)
    return null
  }
}

/** Keeps working with the page as it is. */
export function decline(version: string): void {
  declined = version
}

async function clearCaches(): Promise<void> {
  // Browsers have it on secure origins only.
  if (!('caches' in window)) return
  // The app for the field lives on the same origin and keeps its shell there.
  for (const key of await caches.keys()) if (!key.startsWith('field-')) await caches.delete(key)
}

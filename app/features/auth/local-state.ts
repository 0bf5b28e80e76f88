/**
 * The only things that the product keeps in local storage, by the specification's keys: whether
 * someone is signed in, the last screen, the logos and the version. Never an e-mail or password.
 */
type Key = 'loggedIn' | 'whatNav' | 'whatNav_' | 'logoURI' | 'logoURI1' | 'version'

const CLEARED: readonly Key[] = ['whatNav', 'whatNav_', 'logoURI', 'logoURI1']

function write(key: Key, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage is off or full: these are conveniences, sign-in works without them.
  }
}

function read(key: Key): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Remembers that someone is signed in and with which logo; `null` is stored as such. */
export function rememberSignIn(logo: string | null): void {
  write('loggedIn', 'yes')
  write('logoURI', String(logo))
  write('logoURI1', String(logo))
}

/** Clears what a session left behind, on signing out or when the session turns out to be over. */
export function forgetSignIn(): void {
  try {
    for (const key of CLEARED) localStorage.removeItem(key)
  } catch {
    return
  }
  write('loggedIn', 'no')
}

/** Remembers the screen that the next visit begins with. */
export function rememberPlace(label: string, path: string): void {
  write('whatNav', label)
  write('whatNav_', path)
}

/**
 * Where to go after sign-in: the remembered screen when it lies under one of the addresses that
 * this person's menu has, otherwise `fallback`. Storage can hold anything, so nothing else counts.
 */
export function rememberedPlace(allowed: readonly string[], fallback: string): string {
  const path = read('whatNav_')
  const known = allowed.some((to) => path === to || path?.startsWith(`${to}/`))
  return path && known && !/[?#\\]|\/\/|\.\./.test(path) ? path : fallback
}

/**
 * The version check (specification, section 4): a version other than the stored one is stored, the
 * browser's caches are cleared and true is returned, for the caller to reload. A failure is only
 * logged.
 */
export async function versionChanged(): Promise<boolean> {
  try {
    const response = await fetch('/version.json', { cache: 'no-store' })
    const { version } = (await response.json()) as { version: string }
    const stored = read('version')
    if (stored === version) return false
    write('version', version)
    if (stored === null || read('version') !== version) return false
    for (const key of await caches.keys()) await caches.delete(key)
    return true
  } catch (error) {
    console.info('The version check failed.', error)
    return false
  }
}

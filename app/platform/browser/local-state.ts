/**
 * Names everything that the product keeps in local storage: whether a user is signed in, the last screen, the logos and
 * the version. It never keeps an e-mail or password.
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

/** Remembers that someone is signed in and the addresses of the logos; `null` is stored as such. */
export function rememberSignIn(logo: string | null, printLogo: string | null): void {
  write('loggedIn', 'yes')
  write('logoURI', String(logo))
  write('logoURI1', String(printLogo))
}

/**
 * Clears what a session left behind, on signing out and when the session turns out to be over.
 *
 * @returns whether someone had been signed in as far as this browser knew.
 */
export function forgetSignIn(): boolean {
  const was = read('loggedIn') === 'yes'
  try {
    for (const key of CLEARED) localStorage.removeItem(key)
    // Drafts of forms (drafts.ts): the next user must not find them.
    sessionStorage.clear()
  } catch {
    return was
  }
  write('loggedIn', 'no')
  return was
}

/** Remembers the screen that the next visit begins with. */
export function rememberPlace(label: string, path: string): void {
  write('whatNav', label)
  write('whatNav_', path)
}

/**
 * Returns the address to open with a session: the remembered screen if it is in `allowed` (the
 * addresses of the product that this person may open), otherwise `fallback`. The stored value can
 * be anything, so every other value is ignored.
 */
export function rememberedPlace(allowed: readonly string[], fallback: string): string {
  const path = read('whatNav_')
  return path && allowed.includes(path) ? path : fallback
}

/** The version that this browser saw last; null when it saw none, or storage is off. */
export function storedVersion(): string | null {
  return read('version')
}

/** Stores the version. @returns whether it will be there next time. */
export function storeVersion(version: string): boolean {
  write('version', version)
  return read('version') === version
}

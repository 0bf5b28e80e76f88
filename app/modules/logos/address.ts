/**
 * Returns the address of a project's logo by its path in the bucket; null when the project has no
 * logo.
 */
export function logoAddress(path: string | null): string | null {
  return path && `/logos/${path.split('/').map(encodeURIComponent).join('/')}`
}

/** Returns the path in the bucket of a logo's address. */
export function logoPath(address: string): string {
  return address.split('/').slice(2).map(decodeURIComponent).join('/')
}

/**
 * Returns the address of a project's logo by its path in the bucket; null when the project has no
 * logo.
 */
export function logoAddress(path: string | null): string | null {
  return path && `/logos/${path.split('/').map(encodeURIComponent).join('/')}`
}

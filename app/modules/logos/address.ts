/** Address of a project's logo by its path in the bucket; null when it has none of its own. */
export function logoAddress(path: string | null): string | null {
  return path && `/logos/${path.split('/').map(encodeURIComponent).join('/')}`
}

/**
 * Returns true when this page comes from a reload. Code that reloads the page asks this first, so
 * that it never reloads in a loop.
 */
export function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'reload'
}

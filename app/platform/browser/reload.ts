/** Whether this page comes from a reload: who reloads by himself asks first, so that it never becomes a circle. */
export function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'reload'
}

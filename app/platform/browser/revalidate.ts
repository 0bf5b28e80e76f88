import type { ShouldRevalidateFunction } from '@remix-run/react'

/**
 * For the frames around a screen: their loaders run again after an act, not with every letter typed
 * into a filter.
 */
export const afterActsOnly: ShouldRevalidateFunction = (change) => {
  if (change.formMethod && change.formMethod !== 'GET')
    // What did not answer the act does not answer now: the frames stay as they are.
    return !((change.actionStatus ?? 200) >= 500 || change.actionResult instanceof Error)
  return change.currentUrl.href === change.nextUrl.href && change.defaultShouldRevalidate
}

import type { ShouldRevalidateFunction } from '@remix-run/react'

/**
 * Lets the layouts around a screen load again after an action only, not with every letter typed
 * into a filter.
 */
export const afterActsOnly: ShouldRevalidateFunction = (change) => {
  if (change.formMethod && change.formMethod !== 'GET')
    // An action that failed in the server means that loaders would fail too, so the layouts stay as
    // they are.
    return !((change.actionStatus ?? 200) >= 500 || change.actionResult instanceof Error)
  return change.currentUrl.href === change.nextUrl.href && change.defaultShouldRevalidate
}

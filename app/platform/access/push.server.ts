import type { AppLoadContext } from '@remix-run/node'

/** Ends push to the other browsers of a person with a new password, as their sessions end. */
export async function endPushElsewhere({ db, browserKey }: AppLoadContext): Promise<void> {
  const { error } = await db.rpc('end_push', { p_browser: browserKey, p_elsewhere: true })
  if (error) throw error
}

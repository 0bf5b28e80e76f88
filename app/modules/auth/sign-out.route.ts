import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { publicRoute } from '~/platform/access/guard.server'

/**
 * Ends this session, and push to this browser, and redirects to the sign-in screen. Without a session it does nothing else.
 */
export async function action({ context }: ActionFunctionArgs) {
  const { db } = publicRoute(context)
  if (context.identity) {
    const { error } = await db.rpc('end_push', { p_browser: context.browserKey })
    // Nobody is kept from signing out.
    if (error) console.warn(`[${context.requestId}] push not ended: ${error.message}`)
  }
  await db.auth.signOut({ scope: 'local' })
  return redirect('/')
}

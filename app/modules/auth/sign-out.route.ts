import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { publicRoute } from '~/platform/access/guard.server'

/**
 * Ends this session and redirects to the sign-in screen. Without a session it does nothing else.
 */
export async function action({ context }: ActionFunctionArgs) {
  const { db } = publicRoute(context)
  await db.auth.signOut({ scope: 'local' })
  return redirect('/')
}

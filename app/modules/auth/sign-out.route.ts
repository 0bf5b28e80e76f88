import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { publicRoute } from '~/platform/access/guard.server'

/** Ends this session and goes to the sign-in screen. Harmless when there is none. */
export async function action({ context }: ActionFunctionArgs) {
  const { db } = publicRoute(context)
  await db.auth.signOut({ scope: 'local' })
  return redirect('/')
}

import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/paths'
import { requireUser } from '~/platform/access/guard.server'
import { readFields } from '~/platform/forms/form.server'
import { rememberDisplay } from './theme.server'

/** Stores the choice of light, dark or the system's setting, or that of the height of rows. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(context)
  const headers = { 'Set-Cookie': await rememberDisplay(await readFields(request)) }
  return redirect(cameFrom(request, context.origin), { headers })
}

/**
 * Returns the page that a small form was on, from its Referer. It is always an address of this app,
 * else /home, so that no other site can be the target of a redirect.
 */
function cameFrom(request: Request, origin: string): string {
  const referer = request.headers.get('Referer')
  const url = referer && URL.canParse(referer) ? new URL(referer) : null
  // An address that begins with two strokes is one of another site.
  const isOwn = url?.origin === origin && !url.pathname.startsWith('//')
  return isOwn ? url.pathname + url.search : paths.home
}

import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/paths'
import { requireUser } from '~/platform/access/guard.server'
import { rememberTheme, themeChoice } from './theme.server'

/** Remembers light, dark or the system's choice. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(context)
  const choice = themeChoice.safeParse((await request.formData()).get('theme'))
  const headers = { 'Set-Cookie': await rememberTheme(choice.data ?? 'system') }
  return redirect(cameFrom(request, context.origin), { headers })
}

/**
 * The page that a small form was on, from its Referer; only ever an address of this app, else
 * /home (page 6, point 13).
 */
function cameFrom(request: Request, origin: string): string {
  const referer = request.headers.get('Referer')
  const url = referer && URL.canParse(referer) ? new URL(referer) : null
  return url?.origin === origin ? url.pathname + url.search : paths.home
}

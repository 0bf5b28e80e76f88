import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { requireUser } from '~/platform/access/guard.server'
import { cameFrom } from './came-from.server'
import { rememberTheme, themeChoice } from './theme.server'

/** Remembers light, dark or the system's choice. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(context)
  const choice = themeChoice.safeParse((await request.formData()).get('theme'))
  const headers = { 'Set-Cookie': await rememberTheme(choice.data ?? 'system') }
  return redirect(cameFrom(request, context.origin), { headers })
}

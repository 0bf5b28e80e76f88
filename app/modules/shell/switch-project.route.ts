import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/paths'
import { requireUser, webMemberships } from '~/platform/access/guard.server'
import { projectCookie } from '~/platform/access/session.server'
import { readFields } from '~/platform/forms/form.server'
import { problem } from '~/platform/request/errors'
import { NEW_SAMPLE } from './new-sample'

/** Makes another of the user's own projects the active one. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { user } = await requireUser(context)
  const wanted = (await readFields(request)).get('project')
  if (wanted === NEW_SAMPLE) return redirect(paths.ownProject.sample)
  const found = webMemberships(user).find(({ projectId }) => projectId === wanted)
  if (!found) throw problem(403)
  return redirect(paths.home, {
    headers: { 'Set-Cookie': projectCookie(context, found.projectId) },
  })
}

import { z } from 'zod/mini'
import { invitationPath } from '~/modules/auth/verification-link'
import { explain } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'

/** A link that was just made, which is shown this once; or why there is none. */
export type Invitation = { link: string; until: string } | { error: string }

const made = z.object({ token: z.string(), until: z.string() })

/** Makes the link by which a person opens the account without an e-mail. One that was made before no longer works. */
export async function makeInvitation(
  db: Db,
  projectId: string | null,
  userId: string,
  origin: string,
): Promise<{ invitation: Invitation }> {
  const { data, error } = await db.rpc('invitation_link', {
    p_project: projectId as string,
    p_user: userId,
  })
  if (error) return { invitation: { error: explain(error).message } }
  const { token, until } = made.parse(data)
  return { invitation: { link: `${origin}${invitationPath(token)}`, until } }
}

import type { AppLoadContext } from '@remix-run/node'
import { adminClient } from '~/platform/db/admin-client.server'
import { attempt } from './throttle.server'
import type { LinkKind } from './verification-link'

type Asked = { ok: true } | { ok: false; message: string }

/**
 * Asks for the mail with a new link; the older one dies with it. Whether there is such an account, or one that
 * waits for its confirmation, is never told: not by the answer, and not by its time either, as nobody waits for the
 * mail. What goes wrong is logged.
 */
export async function requestLink(
  context: AppLoadContext,
  kind: LinkKind,
  email: string,
): Promise<Asked> {
  const turn = await attempt(context, 'reset', email)
  if (!turn.ok) return turn
  const { auth } = adminClient()
  const asked =
    kind === 'recovery' ? auth.resetPasswordForEmail(email) : auth.resend({ type: 'signup', email })
  asked
    .then(({ error }) => {
      if (error) throw error
    })
    .catch((error: { code?: string; message: string }) =>
      console.warn(`[${context.requestId}] ${kind} mail: ${error.code ?? error.message}`),
    )
  return { ok: true }
}

/** The mail of a forgotten password. */
export function requestReset(context: AppLoadContext, email: string): Promise<Asked> {
  return requestLink(context, 'recovery', email)
}

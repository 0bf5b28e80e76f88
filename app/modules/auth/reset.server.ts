import type { AppLoadContext } from '@remix-run/node'
import { countAttempt } from '~/platform/access/sign-in-throttle.server'
import { adminClient } from '~/platform/db/admin-client.server'
import type { LinkKind } from './verification-link'

type ResetResult = { ok: true } | { ok: false; message: string }

/**
 * Requests the mail with a new link, which makes the older one invalid. The answer never tells
 * whether the account exists or awaits its confirmation. Neither does its time, because the answer
 * does not wait for the mail. Errors are logged.
 */
export async function requestLink(
  context: AppLoadContext,
  kind: LinkKind,
  email: string,
): Promise<ResetResult> {
  const turn = await countAttempt(context, 'reset', email)
  if (!turn.ok) return turn
  const { auth } = adminClient()
  const result =
    kind === 'recovery' ? auth.resetPasswordForEmail(email) : auth.resend({ type: 'signup', email })
  result
    .then(({ error }) => {
      if (error) throw error
    })
    .catch((error: { code?: string; message: string }) =>
      console.warn(`[${context.requestId}] ${kind} mail: ${error.code ?? error.message}`),
    )
  return { ok: true }
}

/** Requests the mail for a forgotten password. */
export function requestReset(context: AppLoadContext, email: string): Promise<ResetResult> {
  return requestLink(context, 'recovery', email)
}

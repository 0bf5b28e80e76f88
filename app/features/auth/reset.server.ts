import type { AppLoadContext } from '@remix-run/node'

/**
 * Asks for the reset mail. Whether the account exists is never told: what goes wrong is logged, the
 * answer is the same.
 */
export async function requestReset(context: AppLoadContext, email: string): Promise<void> {
  const { error } = await context.db.auth.resetPasswordForEmail(email, {
    redirectTo: `${context.origin}/verification`,
  })
  if (error) console.warn(`[${context.requestId}] reset request: ${error.code ?? error.message}`)
}

import type { AppLoadContext } from '@remix-run/node'
import {
  type AttemptKind,
  beginAttempt,
  endAttempt,
  TOO_MANY,
} from '~/platform/access/attempts.server'
import { adminClient } from '~/platform/db/admin-client.server'

type Attempt =
  | {
      ok: true /** Says that it succeeded, so that it does not count. */
      succeeded(): Promise<void>
    }
  | { ok: false; message: string }

/**
 * Tells whether this account or this address may try again. The limit in 15 minutes is ten failed
 * sign-ins of an account (five requests for a reset mail), and thirty of an address.
 */
export async function attempt(
  { address }: Pick<AppLoadContext, 'address'>,
  kind: AttemptKind,
  email: string,
): Promise<Attempt> {
  const client = adminClient()
  const { attempt: id } = await beginAttempt(client, kind, email, address)
  return id
    ? { ok: true, succeeded: () => endAttempt(client, id) }
    : { ok: false, message: TOO_MANY }
}

import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod/mini'
import { requireAccount } from '~/platform/access/guard.server'
import { runCommand } from '~/platform/db/command.server'
import { readFields } from '~/platform/forms/form.server'
import { problem } from '~/platform/request/errors'
import { reply } from '~/platform/request/reply.server'
import { nameSchema } from '../schema'
import { profileOf } from './profile'

/** The schema has no user id: the request always changes the caller. */
const bodySchema = z.extend(nameSchema, {
  idempotencyKey: z.optional(z.uuid({ error: 'idempotencyKey must be a UUID.' })),
})

/**
 * POST /api/account-name, form or JSON: `name`, and optionally `idempotencyKey`, a UUID made by the
 * client, so that a repeated request takes effect once.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { db, user } = await requireAccount(context)
  const profile = profileOf(user)
  const parsed = bodySchema.safeParse(await readBody(request))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return reply({ message: issue?.message, field: issue?.path.join('.') }, 422)
  }
  const { name, idempotencyKey = randomUUID() } = parsed.data
  const result = await runCommand(db, 'change_display_name', {
    p_project: null,
    p_idempotency_key: idempotencyKey,
    p_display_name: name,
  })
  if (!result.ok) {
    const { status, message, field } = result.error
    return reply({ message, field }, status)
  }
  const { display_name } = result.data
  return { ...profile, display_name, message: 'Account Name Changed Successfully!' }
}

async function readBody(request: Request): Promise<unknown> {
  if (!request.headers.get('Content-Type')?.startsWith('application/json'))
    return Object.fromEntries(await readFields(request))
  return request.json().catch(() => {
    throw problem(400)
  })
}

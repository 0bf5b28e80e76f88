import { z } from 'zod/mini'
import { authenticate } from '../../app/platform/access/authenticate.server.ts'
import { FIELD_ROLES, type FieldPerson, type FieldRole } from '../../app/platform/field/answers.ts'
import type { Identity } from '../../app/platform/request/context.ts'
import { ask, type FieldSession, Refused, signInAgain } from './session.ts'

export const signInForm = z.object({
  email: z.string().check(z.maxLength(320)),
  password: z.string().check(z.maxLength(1000)),
  /** The phone's own id. */
  device: z.uuid(),
  /** The name of the phone in the office. */
  name: z.string().check(z.maxLength(120)),
})

/** Signs a person of the field in, on a phone that the office knows from then on. */
export async function enterField(
  session: FieldSession,
  { email, password, device, name }: z.infer<typeof signInForm>,
): Promise<FieldPerson> {
  const turn = await authenticate(session, email.trim(), password)
  if (!turn.ok)
    throw new Refused(422, { message: turn.error ?? 'Enter your e-mail.', field: 'email' })
  try {
    await turn.endFormer()
    await turn.succeeded()
    await ask<object>(session, 'begin_field_session', { p_device: device, p_name: name })
    const identity = await session.identity()
    if (!identity) throw signInAgain()
    return personOf(identity)
  } catch (error) {
    await session.db.auth.signOut({ scope: 'local' })
    throw error
  }
}

/** Returns who is signed in. */
export async function whoIs(session: FieldSession): Promise<FieldPerson> {
  const identity = await session.identity()
  if (!identity) throw signInAgain()
  return personOf(identity)
}

/** Ends the session of this phone. */
export async function signOut(session: FieldSession): Promise<object> {
  await session.db.auth.signOut({ scope: 'local' })
  return {}
}

const isFieldRole = (role: string): role is FieldRole =>
  (FIELD_ROLES as readonly string[]).includes(role)

function personOf(identity: Identity): FieldPerson {
  const companies = identity.memberships.flatMap(
    ({ projectId, projectName, role, timeZone, currency }) =>
      isFieldRole(role) ? [{ id: projectId, name: projectName, role, timeZone, currency }] : [],
  )
  return {
    id: identity.userId,
    email: identity.email,
    name: identity.displayName,
    companies: companies.sort((a, b) => a.name.localeCompare(b.name)),
  }
}

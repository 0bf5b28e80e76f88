import { z } from 'zod/mini'
import { PARTS } from '../../app/platform/field/copy.ts'
import { ask, type FieldSession } from './session.ts'

const HASH = z.string().check(z.regex(/^[0-9a-f]{16}$/))
const BLOCK = z.string().check(z.regex(/^\d{1,6}:\d{1,6}$/))

const contact = z.object({
  version: z.string().check(z.maxLength(40)),
  waiting: z.optional(z.number()),
  waiting_since: z.optional(z.string().check(z.maxLength(40))),
})

export const contactForm = z.object({ project: z.uuid(), contact })

/** Notes what waits on the phone, before it is sent: the office sees it also when the sending breaks off. */
export const noteContact = (
  session: FieldSession,
  { project, contact }: z.infer<typeof contactForm>,
): Promise<object> => ask(session, 'field_contact', { p_project: project, p_contact: contact })

export const snapshotForm = z.object({
  project: z.uuid(),
  /** The hashes of the blocks that the phone has, by part. */
  have: z.partialRecord(z.enum(PARTS), z.record(BLOCK, HASH)),
  contact,
})

/** Answers the blocks of the copy that the phone has not, and notes the contact. */
export async function snapshot(
  session: FieldSession,
  { project, have, contact }: z.infer<typeof snapshotForm>,
): Promise<object> {
  await noteContact(session, { project, contact })
  const [copy, month] = await Promise.all([
    ask<object>(session, 'field_snapshot', { p_project: project, p_have: have }),
    ask<object>(session, 'field_month', { p_project: project }),
  ])
  return { ...copy, month }
}

export const boughtForm = z.object({ project: z.uuid() })

/** Answers what the person's customers bought within a year. */
export function readBought(
  session: FieldSession,
  { project }: z.infer<typeof boughtForm>,
): Promise<object> {
  return ask<object>(session, 'field_bought', { p_project: project })
}

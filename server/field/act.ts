import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod/mini'
import { ask, type FieldSession, Refused } from './session.ts'

const text = (most: number) => z.string().check(z.maxLength(most))

export const actForm = z.object({
  project: z.uuid(),
  act: z.object({
    key: z.uuid(),
    no: z.number(),
    kind: text(40),
    device_at: text(40),
    made_at: text(40),
    version: text(40),
    copy_as_of: z.optional(text(40)),
    depends_on: z.optional(z.array(z.uuid()).check(z.maxLength(500))),
    withdraw: z.optional(text(400)),
    /** The command of the act reads it, with every bound. */
    facts: z.record(text(40), z.unknown()),
  }),
})

const ATTEMPTS = 5

/** Hands an act over. Two that wait for each other are tried again; nothing is known of the act then. */
export async function takeAct(
  session: FieldSession,
  { project, act }: z.infer<typeof actForm>,
): Promise<object> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask<object>(session, 'send_field_act', { p_project: project, p_act: act })
    } catch (error) {
      const isConflict = error instanceof Refused && error.status === 409
      if (!isConflict || attempt === ATTEMPTS) throw error
      await sleep(attempt * 20 * (1 + Math.random()))
    }
  }
}

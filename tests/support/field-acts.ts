import { randomUUID } from 'node:crypto'
import { row } from '../../app/platform/db/command.server.ts'
import type { ActAnswer } from '../../app/platform/field/acts.ts'
import type { Db } from '../../app/platform/request/context.ts'
import type { fieldFixture } from './field.ts'

/** Acts as phones of the fixture's company send them. */
export function fieldActs(fixture: ReturnType<typeof fieldFixture>) {
  let no = 0
  return {
    /** Signs a person in on a phone of their own. */
    async withPhone(login: string): Promise<Db> {
      const { db } = await fixture.as(login)
      row(await db.rpc('begin_field_session', { p_device: randomUUID(), p_name: 'Phone' }))
      return db
    },

    /** An act that was written on a day, at noon in Manila; now without it. */
    act: (kind: string, facts: object, day?: string, key: string = randomUUID()) => {
      const at = day ? `${day}T04:00:00.000Z` : new Date().toISOString()
      return {
        ...{ key, no: ++no, kind, version: '2.2.0', facts },
        ...{ device_at: at, made_at: at },
      }
    },

    async send(phone: Db, sent: object): Promise<ActAnswer> {
      const { data, error } = await phone.rpc('send_field_act', {
        p_project: fixture.project,
        p_act: sent as never,
      })
      if (error) throw error
      return data as unknown as ActAnswer
    },
  }
}

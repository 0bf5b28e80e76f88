import type { ActAnswer, BookedFacts, SentAct } from '~/platform/field/acts'
import { version } from '../../package.json'
import { call, isSignedOut, Offline, Refusal } from '../api'
import { alone } from './alone'
import type { PersonDatabase } from './copy'
import type { Act } from './written'

/** States of an act that the office may not have. */
const UNSENT = ['waiting', 'sending'] as const

/**
 * Writes a booking to the outbox in the place of its draft. It is on the phone when this returns.
 *
 * @throws what the browser says when it cannot store it: nothing is lost of the form then.
 */
export async function writeBooking(
  db: PersonDatabase,
  key: string,
  facts: BookedFacts,
  shown: { title: string; total: string },
): Promise<void> {
  const now = new Date()
  await db.transaction('rw', db.acts, db.drafts, db.facts, async () => {
    const clock = (await db.fact('clock')) ?? 0
    const copyAsOf = await db.fact('asOf')
    const known = await db.acts.get(key)
    // A double tap, or another tab: only what was refused is written anew.
    if (known && known.state !== 'refused') return
    const last = await db.acts.orderBy('no').last()
    await db.acts.put({
      ...{ key, kind: 'booking', facts, ...shown, state: 'waiting', copyAsOf },
      no: known?.no ?? (last?.no ?? 0) + 1,
      device_at: now.toISOString(),
      made_at: new Date(now.getTime() + clock).toISOString(),
    })
    await db.drafts.delete(key)
  })
}

/** Returns how many acts the office may not have, and since when. */
export async function unsent(db: PersonDatabase): Promise<{ waiting: number; since?: string }> {
  const acts = await db.acts.where('state').anyOf(UNSENT).sortBy('no')
  return { waiting: acts.length, since: acts[0]?.made_at }
}

/**
 * Sends the acts in their order, one tab at a time. A refused one blocks no other.
 *
 * @throws Offline when the office cannot be reached, or the refusal of the session or the phone: all acts stay.
 */
export function sendActs(db: PersonDatabase, project: string): Promise<void> {
  return alone(`send ${db.name}`, async () => {
    for (const { key } of await db.acts.where('state').anyOf(UNSENT).sortBy('no')) {
      const act = await db.acts.get(key)
      if (act) await sendAct(db, project, act)
    }
  })
}

async function sendAct(db: PersonDatabase, project: string, act: Act): Promise<void> {
  const { key, no, kind, device_at, made_at, facts, copyAsOf } = act
  await db.acts.update(key, { state: 'sending' })
  const sent: SentAct = {
    ...{ key, no, kind, device_at, made_at, facts, version },
    ...(copyAsOf && { copy_as_of: inUtc(copyAsOf) }),
  }
  try {
    const answer = await call<ActAnswer>('act', { project, act: sent })
    await db.acts.update(
      key,
      answer.state === 'accepted'
        ? { state: 'accepted', answer: answer.document, refusal: undefined }
        : { state: 'refused', refusal: answer.refusal },
    )
  } catch (error) {
    if (!(error instanceof Refusal) || isSignedOut(error) || error.status !== 422) throw error
    if (error.problem.code === 'device_locked') throw new Offline(error.message)
    const { message, code = '', field = null } = error.problem
    await db.acts.update(key, { state: 'refused', refusal: { code, message, field } })
  }
}

const inUtc = (moment: string) => new Date(moment).toISOString()

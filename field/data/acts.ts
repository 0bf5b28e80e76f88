import type { ActAnswer, SentAct } from '~/platform/field/acts'
import { version } from '../../package.json'
import { call, isSignedOut, Refusal, refusalOf } from '../api'
import { alone } from './alone'
import type { PersonDatabase } from './copy'
import { deviceId } from './phone'
import type { Act, Shown, Written } from './written'

/** States of an act that the office may not have. */
const UNSENT = ['waiting', 'sending'] as const

/**
 * Writes an act to the outbox in the place of its draft. It is on the phone when this returns.
 *
 * @throws what the browser says when it cannot store it, or where another tab has saved the form with other content: nothing is lost
 * of this one then.
 */
export async function writeAct(
  db: PersonDatabase,
  key: string,
  written: Written,
  shown: Shown,
): Promise<void> {
  const now = new Date()
  await db.transaction('rw', db.acts, db.drafts, db.facts, async () => {
    const clock = (await db.fact('clock')) ?? 0
    const copyAsOf = await db.fact('asOf')
    const known = await db.acts.get(key)
    // Another tab has saved the form: only what was refused is written anew.
    if (known && known.state !== 'refused') {
      if (JSON.stringify(known.facts) === JSON.stringify(written.facts)) return
      throw new Error('Another tab has saved this form with other content.')
    }
    const last = await db.acts.orderBy('no').last()
    await db.acts.put({
      ...{ key, ...written, ...shown, state: 'waiting', copyAsOf },
      depends_on: await actsNamed(db, written),
      no: known?.no ?? (last?.no ?? 0) + 1,
      device_at: known?.device_at ?? now.toISOString(),
      made_at: known?.made_at ?? new Date(now.getTime() + clock).toISOString(),
    } as Act)
    await db.drafts.delete(key)
  })
}

const KEY = /"([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})"/g

/** Returns the acts of this phone that the facts name by their keys, as their documents have no id here yet. */
async function actsNamed(db: PersonDatabase, { facts }: Written): Promise<string[]> {
  const named = [...JSON.stringify(facts).matchAll(KEY)].map(([, id = '']) => id)
  const found = await db.acts.bulkGet([...new Set(named)])
  return found.flatMap((act) => (act ? [act.key] : []))
}

/** Returns the act without whose acceptance this one is not sent; none once it can be sent, as one that is withdrawn. */
export async function blockedBy(db: PersonDatabase, act: Act): Promise<Act | undefined> {
  if (act.withdraw !== undefined) return undefined
  const needed = await db.acts.bulkGet(act.depends_on ?? [])
  return needed.find((each) => each && each.state !== 'accepted')
}

/** Tells whether something may come of an act: not of a refused one before it is corrected, and of a withdrawn one never. */
export const stands = ({ state, withdraw }: Pick<Act, 'state' | 'withdraw'>): boolean =>
  state !== 'refused' && withdraw === undefined

/** Tells whether the writer may withdraw an act: a refused one, or one that waits for such a one, or for a withdrawn one. */
export const mayWithdraw = (act: Act, blocked: Act | undefined): boolean =>
  act.state === 'refused' || (act.state === 'waiting' && blocked !== undefined && !stands(blocked))

/**
 * Withdraws an act, which the office gets to know like any act: it is on the phone when this returns. Its photographs and the
 * form of its correction go.
 *
 * @throws what the browser says when it cannot store it; nothing is changed then.
 */
export async function withdrawAct(db: PersonDatabase, key: string, reason: string): Promise<void> {
  await db.transaction('rw', db.acts, db.drafts, db.photos, async () => {
    const act = await db.acts.get(key)
    // Another tab was faster.
    if (!act || !mayWithdraw(act, await blockedBy(db, act))) return
    await db.acts.update(key, { state: 'waiting', withdraw: reason })
    await db.drafts.delete(key)
    await db.photos.where('act').equals(key).delete()
  })
}

/** Returns the acts that the office may not have, in their order. */
export const unsentActs = (db: PersonDatabase) => db.acts.where('state').anyOf(UNSENT).sortBy('no')

/** Returns how many acts the office may not have, and since when. */
export async function unsent(db: PersonDatabase): Promise<{ waiting: number; since?: string }> {
  const acts = await unsentActs(db)
  return { waiting: acts.length, since: acts[0]?.made_at }
}

/** Returns how many acts the office has refused, which their writer corrects. */
export const countRefused = (db: PersonDatabase) => db.acts.where('state').equals('refused').count()

/** Returns all refused acts, then all that the office may not have, then the last ones of the rest, each newest first. */
export async function listActs(db: PersonDatabase, rest: number): Promise<Act[]> {
  const [refused, left, others] = await Promise.all([
    db.acts.where('state').equals('refused').sortBy('no'),
    unsentActs(db),
    db.acts
      .orderBy('no')
      .reverse()
      .filter(({ state }) => ['office', 'accepted', 'withdrawn'].includes(state))
      .limit(rest)
      .toArray(),
  ])
  return [...refused.reverse(), ...left.reverse(), ...others]
}

/**
 * Sends the acts in their order, one tab at a time, and asks after those that wait at the office. What is refused keeps back
 * those alone that need it.
 *
 * @throws Offline when the office cannot be reached, or the refusal of the session or the phone: all acts stay.
 */
export function sendActs(db: PersonDatabase, project: string): Promise<void> {
  return alone(`send ${db.name}`, async () => {
    let failed: unknown
    const open = await db.acts
      .where('state')
      .anyOf([...UNSENT, 'office'])
      .sortBy('no')
    for (const { key } of open) {
      const act = await db.acts.get(key)
      if (!act || (await blockedBy(db, act))) continue
      try {
        await sendAct(db, project, act)
      } catch (error) {
        if (!(error instanceof Refusal) || isSignedOut(error)) throw error
        failed = error
      }
    }
    if (failed) throw failed
  })
}

/** Returns an act as the office takes it. */
function asSent({ depends_on, copyAsOf, withdraw, ...act }: Act): SentAct {
  const { key, no, kind, device_at, made_at, facts } = act
  return {
    ...{ key, no, kind, device_at, made_at, facts, version },
    ...(depends_on?.length && { depends_on }),
    ...(copyAsOf && { copy_as_of: inUtc(copyAsOf) }),
    ...(withdraw !== undefined && { withdraw }),
  } as SentAct
}

/** The office takes in files of at most so many acts. */
const MOST_IN_FILE = 500

/** Returns acts as files, which another way brings to the office. All of them stay on the phone. */
export async function actsAsFiles(
  acts: readonly Act[],
  person: string,
  name: string,
): Promise<{ content: Blob; name: string }[]> {
  const device = await deviceId()
  return Array.from({ length: Math.ceil(acts.length / MOST_IN_FILE) }, (_, at) => {
    const part = acts.slice(at * MOST_IN_FILE, (at + 1) * MOST_IN_FILE)
    const text = JSON.stringify({ person, device, acts: part.map(asSent) })
    return {
      content: new Blob([text], { type: 'application/json' }),
      name: `Acts-${name}-${Date.now()}-${at + 1}.json`,
    }
  })
}

async function sendAct(db: PersonDatabase, project: string, act: Act): Promise<void> {
  const { key } = act
  if (act.state !== 'office') await db.acts.update(key, { state: 'sending' })
  try {
    const answer = await call<ActAnswer>('act', { project, act: asSent(act) })
    const clock = (await db.fact('clock')) ?? 0
    await db.acts.update(key, answered(answer, new Date(Date.now() + clock).toISOString()))
  } catch (error) {
    if (act.state === 'office') throw error
    const { message, code = '', field = null } = refusalOf(error)
    await db.acts.update(key, {
      state: 'refused',
      withdraw: undefined,
      refusal: { code, message, field },
    })
  }
}

function answered(answer: ActAnswer, now: string): Partial<Act> {
  // The reason of a refusal stays with an act that was withdrawn for it.
  if (answer.state === 'withdrawn') return { state: 'withdrawn', withdraw: answer.reason }
  const none = { refusal: undefined, waits: undefined, withdraw: undefined }
  if (answer.state === 'refused') return { ...none, state: 'refused', refusal: answer.refusal }
  if (answer.state === 'waiting') return { ...none, state: 'office', waits: answer.waits }
  const { document, closed, counts_on } = answer
  return {
    ...none,
    state: 'accepted',
    answer: document,
    answeredAt: now,
    ...(closed && counts_on && { countsOn: counts_on }),
  }
}

const inUtc = (moment: string) => new Date(moment).toISOString()

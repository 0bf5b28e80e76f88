import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { WebServer } from '../../tools/server-process.ts'
import { testBrowser } from '../support/browser.ts'
import { Office } from '../support/field-campaign/office.ts'
import { Phone, versions } from '../support/field-campaign/phone.ts'
import {
  asPerson,
  EXAMPLE,
  type Role,
  role,
  type Step,
  step,
} from '../support/field-campaign/steps.ts'
import { documentsOf, since, World } from '../support/field-campaign/world.ts'
import { type StoredAct, within } from '../support/field-history.ts'
import { openPhone } from '../support/field-phone.ts'
import { FRESH, rounds } from '../support/rounds.ts'
import { hasPostgres } from '../support/server.ts'

const server = {} as WebServer
const { visit } = testBrowser(server)
let office: Office
let world: World
beforeAll(async () => {
  if (!hasPostgres()) return
  office = await Office.open(inject('demo')!)
  Object.assign(server, { origin: office.origin, folder: office.folder })
  world = await World.open(office.owner)
})
const played = { histories: 0, refused: 0, acts: new Map<string, number>(), last: '' }
afterAll(async () => {
  const { histories, refused, last } = played
  const acts = [...played.acts].map(([kind, times]) => `${times} ${kind}`)
  const deaths = Object.entries(office?.deaths ?? {}).map(([at, times]) => `${times} ${at}`)
  process.stdout.write(
    [
      `${histories} histories of phones. Acts in the office: ${acts.join(', ')}; ${refused} refused.`,
      `Its server died ${deaths.join(', ')}. ${versions.taken} of ${versions.made} versions took over at once.`,
      `Last: ${last}.\n`,
    ].join(' '),
  )
  await office?.close()
})

const SAYS: Record<string, string> = { office: 'waiting' }

const HOUR_MS = 3_600_000

/** A browser that is not closed within this time is left to the end of the file. */
const CLOSING_MS = 30_000

/** A history that takes longer stands still. */
const STILL_MS = HOUR_MS / 4

/** Makes the clock of a phone a day late. */
function setClockBack(): void {
  const now = () => RealDate.now() - 86_400_000
  const RealDate = Date
  globalThis.Date = new Proxy(RealDate, {
    construct: (made, given, as) => Reflect.construct(made, given.length > 0 ? given : [now()], as),
    get: (made, name) => (name === 'now' ? now : Reflect.get(made, name)),
  })
}

/** Plays a history, and compares what the phones and the office have in the end. */
async function play(steps: readonly Step[], whose: Role): Promise<void> {
  const tag = `H${FRESH}-${++played.histories}-`
  const began = Date.now()
  const [actsBefore, before] = [await world.acts(), await world.documents()]
  const phones: Phone[] = []
  const closings: (() => Promise<void>)[] = []
  const phoneOf = async (at: 0 | 1) => {
    while (phones.length <= at) {
      await office.isThere()
      const { page, close } = await openPhone(visit, '/field/more')
      closings.push(close)
      // A machine at other work is slow for minutes: nothing here is a matter of time.
      page.context().setDefaultTimeout(60_000)
      // Half of the phones have a clock that is a day wrong.
      if ((played.histories + phones.length) % 2 === 0)
        await page.context().addInitScript(setClockBack)
      // A tab with another clock is none of this phone's.
      await page.close()
      phones.push(await Phone.open(world.of(whose), office, page.context()))
    }
    return phones[at]!
  }
  try {
    await phoneOf(0)
    for (const [at, step] of steps.entries()) {
      const each = asPerson(step, whose)
      played.last = `${tag}${at}, ${whose}, ${each.do}`
      if (each.do === 'customer') {
        await world.set(world.first.customers[each.customer]!, each.becomes)
        continue
      }
      if (each.do === 'server dies') {
        await office.die()
        continue
      }
      const phone = await phoneOf(each.phone)
      const name = `${tag}${at}`
      if (each.do === 'write') await phone.write(each, name)
      else if (each.do === 'two saves') await phone.saveTwice(each, name)
      else if (each.do === 'line') await phone.line(each.on)
      else if (each.do === 'second tab') await phone.secondTab()
      else if (each.do === 'session ends') await phone.endSession()
      else if (each.do === 'new version') await phone.newVersion()
      else await phone.anotherPerson(name)
    }
    const written: StoredAct[] = []
    for (const phone of phones) {
      played.last = `${tag}, settling a phone`
      written.push(...(await phone.settle()))
    }
    played.last = `${tag}, comparing`
    const known = new Set(actsBefore.map(({ id }) => id))
    const arrived = (await world.acts()).filter(({ id }) => !known.has(id))
    for (const { kind } of arrived) played.acts.set(kind, (played.acts.get(kind) ?? 0) + 1)
    played.refused += arrived.filter(({ state }) => state === 'refused').length

    const saved = phones.flatMap(({ promised }) => promised)
    const texts = written.map((act) => JSON.stringify(act))
    // Nothing that was called saved is lost.
    expect(saved.filter((name) => !texts.some((text) => text.includes(`"${name}"`)))).toEqual([])
    // The phones say of each act what the office has: accepted once, waiting, or refused in both places.
    const sent = written.filter(({ state }) => state !== 'waiting' && state !== 'sending')
    const line = (key: string, state: string) => `${key} ${SAYS[state] ?? state}`
    expect(arrived.map(({ id, state }) => line(id, state)).sort()).toEqual(
      sent.map(({ key, state }) => line(key, state)).sort(),
    )
    // Each is of the moment at which it was written, to the hour: the clock is corrected at each contact, whatever it shows.
    const isWrong = (at: Date) => +at < began - HOUR_MS || +at > Date.now() + HOUR_MS
    expect(arrived.filter(({ made_at }) => isWrong(made_at))).toEqual([])
    // Each accepted act is one document, and nothing else is.
    const made = documentsOf(written)
    expect(since(before, await world.documents())).toEqual(made)
    // A key that comes again after 40 days gets the same document.
    for (const { key, answer, document } of await phones[0]!.sendAgain())
      expect(answer).toMatchObject({
        ...{ key, state: 'accepted', other_content: false },
        document: { id: document },
      })
    expect(since(before, await world.documents())).toEqual(made)
  } catch (error) {
    for (const [at, phone] of phones.entries()) await phone.picture(`${tag} phone ${at}`)
    throw error
  } finally {
    for (const customer of world.first.customers) await world.set(customer, 'approved')
    played.last += ', closing'
    for (const close of closings) await within(CLOSING_MS, close())
  }
}

const RUNS = Number(process.env.KALAKAL_HISTORIES) || rounds(2, 1000)

const LONG = { minLength: 4, maxLength: 14 }
const SHORT = { minLength: 3, maxLength: 4 }

// A loss is final: it is not tried once more.
it.skipIf(!hasPostgres())(
  `loses and doubles nothing in random histories (KALAKAL_TEST_SEED=${FRESH})`,
  { retry: 0, timeout: RUNS > 2 ? 12 * HOUR_MS : 2 * STILL_MS },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { ...(RUNS > 2 ? LONG : SHORT), size: 'max' }), role, play),
      {
        ...{ seed: FRESH, numRuns: RUNS, examples: [[EXAMPLE, 'Agent']] },
        ...{ endOnFailure: true, timeout: STILL_MS },
      },
    )
  },
)

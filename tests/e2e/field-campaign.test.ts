import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBrowser } from '../support/browser.ts'
import { Phone } from '../support/field-campaign/phone.ts'
import { type Step, step } from '../support/field-campaign/steps.ts'
import { World } from '../support/field-campaign/world.ts'
import type { StoredAct } from '../support/field-history.ts'
import { openPhone } from '../support/field-phone.ts'
import { FRESH, rounds } from '../support/rounds.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const { visit } = testBrowser(server)
let owner: ReturnType<typeof connect>
let world: World
beforeAll(async () => {
  if (!hasPostgres()) return
  owner = connect(server)
  world = await World.open(owner)
})
const played = { histories: 0, acts: 0, refused: 0 }
afterAll(async () => {
  await owner?.end()
  const { histories, acts, refused } = played
  process.stdout.write(
    `${histories} histories of phones, ${acts} acts in the office, ${refused} of them refused: 0 lost, 0 doubled.\n`,
  )
})

const SAYS: Record<string, string> = { office: 'waiting' }

/** Plays a history, and compares what the phones and the office have in the end. */
async function play(steps: readonly Step[]): Promise<void> {
  const tag = `H${FRESH}-${++played.histories}-`
  const phones: Phone[] = []
  const closings: (() => Promise<void>)[] = []
  const phoneOf = async (at: 0 | 1) => {
    while (phones.length <= at) {
      const { page, close } = await openPhone(visit, '/field/more')
      closings.push(close)
      // Half of the phones have a clock that is a day wrong.
      if ((played.histories + phones.length) % 2 === 0)
        await page.context().addInitScript(() => {
          const now = Date.now
          Date.now = () => now() - 86_400_000
        })
      phones.push(await Phone.open(world, page.context()))
    }
    return phones[at]!
  }
  try {
    await phoneOf(0)
    for (const [at, each] of steps.entries()) {
      if (each.do === 'customer') {
        await world.set(world.first.customers[each.customer]!, each.becomes)
        continue
      }
      const phone = await phoneOf(each.phone)
      const name = `${tag}${at}`
      if (each.do === 'write') await phone.write(each, name)
      else if (each.do === 'line') await phone.line(each.on)
      else if (each.do === 'second tab') await phone.secondTab()
      else if (each.do === 'session ends') await phone.endSession()
      else if (each.do === 'new version') await phone.newVersion(at)
      else await phone.anotherPerson(name)
    }
    const written: StoredAct[] = []
    for (const phone of phones) written.push(...(await phone.settle()))
    const arrived = await world.acts(tag)
    played.acts += arrived.length
    played.refused += arrived.filter(({ state }) => state === 'refused').length

    const saved = phones.flatMap(({ promised }) => promised)
    const texts = written.map(({ facts }) => JSON.stringify(facts))
    // Nothing that was called saved is lost.
    expect(saved.filter((name) => !texts.some((text) => text.includes(`"${name}"`)))).toEqual([])
    // The phones say of each act what the office has: accepted once, waiting, or refused in both places.
    const sent = written.filter(({ state }) => state !== 'waiting' && state !== 'sending')
    const line = (key: string, state: string) => `${key} ${SAYS[state] ?? state}`
    expect(arrived.map(({ id, state }) => line(id, state)).sort()).toEqual(
      sent.map(({ key, state }) => line(key, state)).sort(),
    )
    // Each accepted act is one document, and nothing else is.
    const textOf = ({ facts }: { facts: object }) =>
      (facts as { remarks?: string; reason?: string }).remarks ??
      (facts as { reason: string }).reason
    const of = (kind: string) =>
      written
        .filter((act) => act.kind === kind && act.state === 'accepted')
        .map(textOf)
        .sort()
    expect(await world.documents(tag)).toEqual({
      booking: of('booking'),
      receipt: of('receipt'),
      booking_cancel: of('booking_cancel'),
    })
    // A key that comes again after 40 days gets the same document.
    const again = await phones[0]!.sendAgain()
    if (again) {
      expect(again.answer).toMatchObject({
        ...{ key: again.key, state: 'accepted', other_content: false },
        document: { id: again.document },
      })
      expect((await world.documents(tag)).booking).toEqual(of('booking'))
    }
  } finally {
    for (const customer of world.first.customers) await world.set(customer, 'approved')
    for (const close of closings) await close()
  }
}

const RUNS = Number(process.env.KALAKAL_HISTORIES) || rounds(1, 500)

it.skipIf(!hasPostgres())(
  `loses and doubles nothing in random histories (KALAKAL_TEST_SEED=${FRESH})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: RUNS > 1 ? 12 : 4 }), play),
      { seed: FRESH, numRuns: RUNS, endOnFailure: true, timeout: 180_000 },
    )
  },
  RUNS > 1 ? 7_200_000 : 180_000,
)

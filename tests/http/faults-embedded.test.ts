import { afterAll, beforeAll, describe, expect, inject, it, onTestFailed } from 'vitest'
import { killUnderLoad, timeFor } from '../support/faults/kill.ts'
import { embeddedPlace, type Place } from '../support/faults/place.ts'
import { Trade } from '../support/faults/trade.ts'

/** Times that the server is killed: a few in `npm run verify`, 200 in `npm run faults`. */
const POINTS = Number(process.env.KALAKAL_FAULTS ?? 2)
const PEOPLE = 4

let place: Place
beforeAll(async () => {
  place = await embeddedPlace(inject('demoFolder'))
}, 120_000)
afterAll(() => place?.close())

describe('the embedded server', () => {
  it(`is killed ${POINTS} times under load and loses nothing`, timeFor(POINTS), async () => {
    onTestFailed(() => console.error(place.server.output().slice(-4000)))
    const trade = new Trade(place.api, PEOPLE)
    await trade.prepare()
    trade.start()
    await killUnderLoad(place, trade, POINTS)
    await trade.stop()
    await trade.check()
    console.info(`${trade.answered} acts answered, ${trade.unanswered} tries cut off`)
    expect(trade.unanswered).toBeGreaterThan(0)
  })
})

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
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
  it(`is killed ${POINTS} times under load and loses nothing`, {
    timeout: 60_000 + POINTS * 30_000,
  }, async () => {
    const trade = new Trade(place.api, PEOPLE)
    await trade.prepare()
    trade.start()
    for (let point = 0; point < POINTS; point++) {
      await trade.progress(1 + Math.floor(Math.random() * 20))
      // Somewhere in the middle of what is being done.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60))
      const paused = trade.pause()
      await place.killAndStart()
      await paused
      await trade.check()
      trade.resume()
    }
    await trade.stop()
    await trade.check()
    console.info(`${trade.answered} acts answered, ${trade.unanswered} tries cut off`)
    expect(trade.unanswered).toBeGreaterThan(0)
  })
})

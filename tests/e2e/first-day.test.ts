import { expect, it, onTestFailed, onTestFinished } from 'vitest'
import { openServer } from '../../tools/server-process.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { Counted } from '../support/counted.ts'
import {
  addCustomer,
  book,
  choosePassword,
  collect,
  deliver,
  enterGoods,
  FIRST_TRADES,
  makeCompany,
  stage,
} from '../support/first-day.ts'
import { sample } from '../support/rounds.ts'

/** Interactions from `npm start` on an empty folder to the first validated booking. */
const MOST = 30

// Each run plays the first day of one trade, the nightly one that of all three.
it.each(sample(FIRST_TRADES, 1))(
  'one person comes from an empty folder to a booking that is delivered and paid: $label',
  {
    timeout: 240_000,
  },
  async (trade) => {
    const server = await openServer('memory://')
    onTestFinished(() => void server.stop())
    const { visit } = testBrowser(server)
    const { page, problems, close } = await visit({ own: true })
    onTestFailed(() => picture(page, `first day, ${trade.label}`))
    const maria = new Counted(page)

    await makeCompany(maria, server, trade)
    await maria.tick('One-person office')
    await maria.press('Save and make the link')
    await maria.press('Open the link here')
    await choosePassword(maria)
    await enterGoods(maria, trade)
    await addCustomer(maria)
    await maria.press('New booking')
    await book(maria, trade)
    await maria.press(/^Validate/)
    await stage(maria, 'Validated')
    expect(maria.count).toBeLessThanOrEqual(MOST)

    await deliver(maria)
    const booking = page.url()
    await collect(maria)
    await maria.press('Approve')
    await stage(maria, 'Approved')
    await page.goto(booking)
    await stage(maria, 'Paid')
    // Company data alone is left of the first steps.
    await page.goto('/home')
    await page.getByText('1 of 7 left').waitFor()
    expect(problems).toEqual([])
    await close()
  },
)

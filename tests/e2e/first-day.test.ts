import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { openServer, type RunningServer } from '../../tools/server-process.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { Counted } from '../support/counted.ts'
import {
  addCustomer,
  book,
  choosePassword,
  collect,
  deliver,
  enterGoods,
  makeCompany,
  stage,
} from '../support/first-day.ts'

/** Interactions from `npm start` on an empty folder to the first validated booking. */
const MOST = 30

const server = {} as RunningServer
beforeAll(async () => {
  Object.assign(server, await openServer('memory://'))
}, 120_000)
afterAll(() => server.stop?.())

it('one person comes from an empty folder to a booking that is delivered and paid', async () => {
  const { visit } = testBrowser(server)
  const { page, problems, close } = await visit({ own: true })
  onTestFailed(() => picture(page, 'first day, one person'))
  const maria = new Counted(page)

  await makeCompany(maria, server)
  await maria.tick('One-person office')
  await maria.press('Save and make the link')
  await maria.press('Open the link here')
  await choosePassword(maria)
  await enterGoods(maria)
  await addCustomer(maria)
  await maria.press('New booking')
  await book(maria)
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
})

import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { openServer, type RunningServer } from '../../tools/server-process.ts'
import { picture, testBrowser, type Visit } from '../support/browser.ts'
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

/** Interactions of all four together, of whom three are invited one by one, to the first validated booking. */
const MOST = 61

const server = {} as RunningServer
beforeAll(async () => {
  Object.assign(server, await openServer('memory://'))
}, 120_000)
afterAll(() => server.stop?.())

// An installation has one first day: it is not played again.
it('four people with separate duties come from an empty folder to a paid booking', {
  retry: 0,
}, async () => {
  const { visit } = testBrowser(server)
  const visits: Visit[] = []
  const people: Counted[] = []
  /** Seats a person at a browser of their own. */
  const seat = async () => {
    const made = await visit({ own: true })
    const number = visits.push(made)
    onTestFailed(() => picture(made.page, `first day, person ${number}`))
    const person = new Counted(made.page)
    people.push(person)
    return person
  }
  /** Reads the link that is shown, and opens it at another browser. */
  const handOver = async (from: Counted) => {
    const link = await from.page.getByLabel(/^Send this link/).inputValue()
    const person = await seat()
    await person.open(link)
    await choosePassword(person)
    await person.page.waitForURL(/\/home$/)
    return person
  }

  const admin = await seat()
  await makeCompany(admin, server)
  await admin.fill('Name', 'Olivia Reyes')
  await admin.fill('User name or e-mail', 'olivia')
  await admin.press('Save and make the link')
  const owner = await handOver(admin)
  const invite = async (name: string, role: string) => {
    if (people.length === 2) await owner.begin('People')
    else await owner.press('Invite another')
    await owner.fill('Name', name)
    await owner.fill('User name or e-mail', name.toLowerCase())
    await owner.choose('Role', role)
    await owner.press('Invite')
    return handOver(owner)
  }
  const sales = await invite('Sonia', 'Sales Admin')
  const finance = await invite('Felipe', 'Finance Admin')
  const checker = await invite('Carla', 'Special Access 1')

  await enterGoods(sales)
  await finance.page.reload()
  await addCustomer(finance)
  // Nobody visits the customer: the house account is the agent, without being asked for.
  await finance.page.getByText('House account').first().waitFor()
  await sales.page.reload()
  await sales.begin('First booking')
  await sales.pick('Customer', 'Aling Nena Store')
  await book(sales)
  await stage(sales, 'Pending')
  const booking = sales.page.url()
  await checker.open(booking)
  await checker.press(/^Validate/)
  await stage(checker, 'Validated')
  expect(people.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(MOST)

  await deliver(checker)
  await finance.open(booking)
  await collect(finance)
  // Whoever recorded the receipt does not approve it.
  expect(await finance.page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  await checker.open(finance.page.url())
  await checker.press('Approve')
  await stage(checker, 'Approved')
  await checker.page.goto(booking)
  await stage(checker, 'Paid')
  for (const { problems, close } of visits) {
    expect(problems).toEqual([])
    await close()
  }
})

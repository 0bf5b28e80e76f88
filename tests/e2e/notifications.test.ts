import { beforeAll, expect, it, onTestFailed } from 'vitest'
import { paths } from '../../app/paths.ts'
import { picture, testBrowser, type Visit } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { enterAs } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)
const company = demoCompany(server, 'special-access-1')
let booking: string

beforeAll(async () => {
  const { data } = await company
    .db()
    .from('bookings')
    .select('id')
    .eq('stage', 'delivered')
    .order('id', { ascending: false })
    .limit(1)
    .single()
  booking = data!.id
})

const bell = ({ page }: Visit) => page.getByRole('link', { name: /^Notifications/ })
/** Reads the number at the bell, after the person has come back to the window. */
async function waiting(person: Visit): Promise<number> {
  const answer = person.page.waitForResponse((response) =>
    response.url().endsWith(paths.inbox.count),
  )
  await person.page.evaluate('dispatchEvent(new Event("focus"))')
  const { unread } = (await (await answer).json()) as { unread: number }
  const shown = unread === 0 ? /^Notifications$/ : new RegExp(`^Notifications, ${unread} waiting`)
  await expect.poll(() => bell(person).textContent()).toMatch(shown)
  return unread
}

it('a mention is seen at the bell of a second browser without a reload, and opens its document', async () => {
  const karen = await visit()
  await enterAs(karen.page, server, 'invoice admin')
  await karen.page.goto('/home')
  onTestFailed(() => picture(karen.page, 'notification, second browser'))
  const before = await waiting(karen)

  const gina = await visit({ own: true })
  onTestFailed(() => picture(gina.page, 'notification, first browser'))
  await enterAs(gina.page, server, 'special access 1')
  await gina.page.goto(paths.sales.booking(booking))
  const comment = gina.page.getByLabel('New comment')
  await comment.fill('Is it on the truck? @Karen')
  await comment.pressSequentially(' L')
  await gina.page.getByRole('option').first().waitFor()
  await comment.press('Enter')
  await gina.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await gina.page.locator('#comments ol > li').getByText('Is it on the truck?').first().waitFor()

  expect(await waiting(karen)).toBe(before + 1)
  await bell(karen).click()
  await karen.page.waitForURL(/\/notifications$/)
  await karen.page
    .getByRole('link', { name: /^Unread: .* mentioned you$/ })
    .first()
    .click()
  await karen.page.waitForURL((url) => url.pathname === paths.sales.booking(booking))
  await karen.page.locator('#comments').getByText('Is it on the truck?').first().waitFor()
  // A notification that was opened is read.
  await expect.poll(() => waiting(karen)).toBe(before)
  expect([...karen.problems, ...gina.problems]).toEqual([])
  await gina.close()
  await karen.close()
})

import type { Page } from 'playwright'
import { afterEach, describe, expect, it, onTestFailed } from 'vitest'
import { isSignIn, picture, testBrowser } from '../support/browser.ts'
import { failingServer } from '../support/failing.ts'
import { enterAs } from '../support/screens.ts'

const server = failingServer()
const { visit } = testBrowser(server)
const LIST = '/inventory/purchase-list'

afterEach(() => server.fail(null))

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name }).waitFor()
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' }).first()
const reference = async (page: Page) =>
  /Reference ([\w-]{36})/.exec((await page.getByText(/^Reference /).textContent())!)![1]!

/** The page says a number under which the server's log has what happened, and nothing of it itself. */
async function isInTheLog(page: Page, what: RegExp) {
  const id = await reference(page)
  // An error has its id before it, or after it on the same line.
  const told = () =>
    server
      .output()
      .split('\n')
      .flatMap((line, at, all) => (line.includes(id) ? all.slice(at, at + 12) : []))
  await expect.poll(() => told().join('\n')).toMatch(what)
  expect(await page.content()).not.toMatch(/XX000|base\/5|at \w+ \(|node_modules/)
}

describe.each([true, false])('a page of failure, scripts %s', (scripts) => {
  const enter = async (who: Parameters<typeof enterAs>[2]) => {
    const made = await visit({ scripts })
    onTestFailed(() => picture(made.page, `failure ${scripts}`))
    await enterAs(made.page, server, who)
    return made
  }

  it.each([
    ['/inventory/purchase-list', 403, 'Not for your role'],
    ['/no/such/page', 404, 'Not found'],
    ['/sales/bookings/00000000-0000-4000-8000-000000000000', 404, 'Not found'],
  ])('%s is %i inside the shell, with a way on', async (path, status, title) => {
    const { page, close } = await enter('finance admin')
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(status)
    await heading(page, title)
    expect(await page.title()).toBe(`${title} · Kalakal`)
    expect(await page.locator('h1').count()).toBe(1)
    expect(await menu(page).isVisible()).toBe(true)
    await isInTheLog(page, new RegExp(`\\b${status}\\b`))
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await page.waitForURL(/\/home$/)
    await heading(page, 'Welcome, Marites Reyes')
    await close()
  })

  it('500 leaves the menu standing, names its number in the log, and can be tried again', async () => {
    const { page, close } = await enter('sales admin')
    server.fail(/rest\/v1\/(rpc\/)?.*purchases/)
    expect((await page.goto(LIST))?.status()).toBe(500)
    await heading(page, 'Something went wrong')
    expect(await page.title()).toBe('Something went wrong · Kalakal')
    expect(await menu(page).locator('[aria-current]').textContent()).toBe('Purchasing')
    await isInTheLog(page, /could not read block 7/)
    server.fail(null)
    await page.getByRole('link', { name: 'Try again' }).click()
    await heading(page, 'Purchases')
    await close()
  })

  it('503 when the database does not answer at all: the session is kept', async () => {
    const { page, close } = await enter('sales admin')
    server.fail(/./)
    const answer = await page.goto(LIST)
    expect(answer?.status()).toBe(503)
    expect(answer?.headers()['retry-after']).toBe('5')
    await heading(page, 'The database does not answer')
    expect(await page.title()).toBe('The database does not answer · Kalakal')
    await isInTheLog(page, /does not answer/)
    server.fail(null)
    await page.getByRole('link', { name: 'Try again' }).click()
    await heading(page, 'Purchases')
    await close()
  })

  it('is none for a stranger: every address leads to the sign-in screen', async () => {
    const { page, close } = await visit({ scripts })
    for (const path of ['/no/such/page', LIST, '/admin-users']) {
      await page.goto(path)
      await heading(page, 'SIGN IN')
      expect(isSignIn(new URL(page.url())), path).toBe(true)
    }
    await close()
  })
})

describe('going on within the page', () => {
  it.each([
    ['a screen fails', /rest\/v1\/(rpc\/)?.*purchases/, 'Something went wrong'],
    ['the database is gone', /./, 'The database does not answer'],
  ])('when %s', async (_, addresses, title) => {
    const { page, close } = await visit()
    onTestFailed(() => picture(page, title))
    await enterAs(page, server, 'sales admin')
    await page.goto('/home')
    await page.waitForFunction(() => localStorage.getItem('version') !== null)
    server.fail(addresses)
    await page.locator(`main a[href="${LIST}"]`).click()
    await heading(page, title)
    expect(await page.title()).toBe(`${title} · Kalakal`)
    expect(await menu(page).isVisible()).toBe(true)
    await isInTheLog(page, /could not read block 7|does not answer/)
    server.fail(null)
    await page.getByRole('link', { name: 'Try again' }).click()
    await heading(page, 'Purchases')
    await close()
  })

  it('says so when there is no connection', async () => {
    const { page, close } = await visit()
    onTestFailed(() => picture(page, 'no connection'))
    await enterAs(page, server, 'sales admin')
    await page.goto('/home')
    await page.waitForFunction(() => localStorage.getItem('version') !== null)
    // The screen's script is here already; its figures are not.
    await page.route(/_data=/, (route) => route.abort())
    await page.locator(`main a[href="${LIST}"]`).click()
    await heading(page, 'No connection')
    await page.unroute(/_data=/)
    await page.getByRole('button', { name: 'Go back' }).click()
    await heading(page, 'Welcome, Joel Santiago')
    await close()
  })
})

import type { Page } from 'playwright'
import { afterEach, describe, expect, it, onTestFailed } from 'vitest'
import { findings } from '../support/axe.ts'
import { isSignIn, pick, pickOrAdd, picture, testBrowser, type Visit } from '../support/browser.ts'
import { failingServer } from '../support/failing.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { enterAs } from '../support/screens.ts'

const server = failingServer()
const { visit } = testBrowser(server)
const LIST = '/inventory/purchase-list'

afterEach(() => {
  server.fail(null)
  server.lose(null)
})

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

describe.each(SCRIPTS)('a page of failure, scripts $scripts', ({ scripts }) => {
  const enter = async (who: Parameters<typeof enterAs>[2]) => {
    const made = await visit({ scripts })
    onTestFailed(() => picture(made.page, `failure ${scripts}`))
    await enterAs(made.page, server, who)
    return made
  }

  it.each([
    ['/inventory/stock-counts', 403, 'Access denied'],
    ['/no/such/page', 404, 'Not found'],
    ['/sales/bookings/00000000-0000-4000-8000-000000000000', 404, 'Not found'],
  ])('%s is %i inside the shell, with a way on', async (path, status, title) => {
    const { page, close } = await enter('finance admin')
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(status)
    await heading(page, title)
    expect(await page.title()).toBe(`${title} · Kalakal`)
    if (status === 403)
      await page
        .getByText(
          /^Your role, Finance Admin, does not have.* open to: General Manager, Owner, .*Ask/,
        )
        .waitFor()
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
    server.fail(/rpc\/purchase_list/)
    expect((await page.goto(LIST))?.status()).toBe(500)
    await heading(page, 'Something went wrong')
    expect(await page.title()).toBe('Something went wrong · Kalakal')
    expect(await menu(page).locator('[aria-current]').allInnerTexts()).toEqual([
      'Purchasing',
      'Purchases',
    ])
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
    await heading(page, 'The database does not respond')
    expect(await page.title()).toBe('The database does not respond · Kalakal')
    await isInTheLog(page, /database does not respond/)
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
    ['a screen fails', /rpc\/purchase_list/, 'Something went wrong'],
    ['the database is gone', /./, 'The database does not respond'],
  ])('when %s', async (_, addresses, title) => {
    const { page, close } = await visit()
    onTestFailed(() => picture(page, title))
    await enterAs(page, server, 'sales admin')
    await page.goto('/inventory/product-list')
    await page.waitForFunction(() => localStorage.getItem('version') !== null)
    server.fail(addresses)
    await menu(page).getByRole('link', { name: 'Purchases' }).click()
    await heading(page, title)
    expect(await page.title()).toBe(`${title} · Kalakal`)
    expect(await menu(page).isVisible()).toBe(true)
    await isInTheLog(page, /could not read block 7|does not answer/)
    server.fail(null)
    await page.getByRole('link', { name: 'Try again' }).click()
    await heading(page, 'Purchases')
    await close()
  })

  it.each([
    { loads: 1, what: 'is opened anew' },
    { loads: 9, what: 'stays without them, and is not opened again and again' },
  ])('a report whose scripts are gone for $loads loads $what', async ({ loads }) => {
    const { page, close } = await visit()
    onTestFailed(() => picture(page, `scripts gone ${loads}`))
    await enterAs(page, server, 'General Manager')
    let load = 0
    const failed = new Set<number>()
    page.on('request', (request) => {
      if (request.isNavigationRequest()) load += 1
    })
    await page.route(/assets\/definition-[^/]*\.js/, (route) => {
      if (load > loads) return route.continue()
      failed.add(load)
      return route.abort()
    })
    const version = () => page.evaluate(() => localStorage.getItem('version'))
    await page.goto('/reports_ar')
    if (loads === 1) await expect.poll(version).not.toBeNull()
    else {
      await expect.poll(() => failed.has(2)).toBe(true)
      await page.waitForLoadState('networkidle')
      expect(await version()).toBeNull()
    }
    await heading(page, 'Accounts receivable')
    expect(load).toBe(2)
    await close()
  })

  it('says so when there is no connection', async () => {
    const { page, close } = await visit()
    onTestFailed(() => picture(page, 'no connection'))
    await enterAs(page, server, 'sales admin')
    await page.goto('/inventory/product-list')
    await page.waitForFunction(() => localStorage.getItem('version') !== null)
    // The screen's script is here already; its figures are not.
    await page.route(/_data=/, (route) => route.abort())
    await menu(page).getByRole('link', { name: 'Purchases' }).click()
    await heading(page, 'No connection')
    await page.unroute(/_data=/)
    await page.getByRole('button', { name: 'Go back' }).click()
    await heading(page, 'Products')
    await close()
  })
})

describe('a search that is not answered', () => {
  it('says so in a picker and in the palette, and goes on', async () => {
    const made = await visit()
    const { page, close } = made
    onTestFailed(() => picture(page, 'search not answered'))
    await enterAs(page, server, 'sales admin')
    await page.goto(`${LIST}/purchase-add-purchase`)
    const product = page.getByRole('combobox', { name: 'Product' }).first()
    server.fail(/rpc\/choices|search_documents/)
    await product.fill('Nothing of that name')
    await page.getByText('The search did not respond.').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+K')
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await page.keyboard.type('Bookings 77')
    await page.getByText('The search did not respond.').waitFor()
    server.fail(null)
    await page.keyboard.type('7')
    await page.getByText('No results for “Bookings 777”.').waitFor()
    await page.keyboard.press('Escape')
    await product.fill('Nothing of this name')
    await page.getByText('Nothing found.').waitFor()
    await close()
  })
})

describe.each(SCRIPTS)('a form that is sent during an outage, scripts $scripts', ({ scripts }) => {
  /** A purchase as it is typed. */
  const type = async (made: Visit, po: string) => {
    const { page } = made
    await page.goto(`${LIST}/purchase-add-purchase`)
    await page.getByLabel('PO no.').fill(po)
    await pickOrAdd(made, 'supplier', 'North Mills')
    await pick(made, 'Product', 'Dalisay Purified Water 1 L')
    await page.getByLabel('Quantity').first().fill('7')
    await page.getByLabel('Cost').first().fill('5.00')
  }
  const save = (page: Page) => page.getByRole('button', { name: 'Save purchase' }).click()
  const isKept = async (page: Page, po: string) => {
    expect(await page.getByLabel('PO no.').inputValue()).toBe(po)
    expect(await page.getByLabel('Supplier').first().inputValue()).toBe('North Mills')
    // With scripts the field writes the unit beside it.
    expect(await page.getByLabel('Quantity').first().inputValue()).toBe(scripts ? '7 pc' : '7')
  }
  const isRecordedOnce = async (page: Page, po: string) => {
    await page.getByText(/saved; stock updated/).waitFor()
    await page.goto(`${LIST}?q=${po}`)
    await expect.poll(() => page.getByText(po, { exact: true }).count()).toBe(1)
  }
  const enter = async () => {
    const made = await visit({ scripts })
    onTestFailed(() => picture(made.page, `outage ${scripts}`))
    await enterAs(made.page, server, 'sales admin')
    return made
  }

  it('can be sent again from the page that says so, and keeps what was typed', async () => {
    const made = await enter()
    const { page, close } = made
    const [taken, po] = [`PO-TAKEN-${scripts}`, `PO-AWAY-${scripts}`]
    await type(made, taken)
    await save(page)
    await page.getByText(/saved; stock updated/).waitFor()

    await type(made, taken)
    if (scripts) await page.getByText('Possible duplicates:').waitFor()
    server.fail(/./)
    if (scripts) {
      // The duplicate check that runs meanwhile does not change the form.
      const wanted = page.waitForResponse(/list\/duplicates/)
      await page.getByLabel('Supplier invoice no.').fill(taken)
      expect((await wanted).status()).toBe(503)
      await isKept(page, taken)
    }
    await save(page)
    await heading(page, 'The database does not respond')
    await page.getByText(/saved only once/).waitFor()
    if (scripts) expect(await findings(page)).toEqual([])
    server.fail(null)
    if (scripts) {
      expect(await menu(page).isVisible()).toBe(true)
      await page.getByRole('button', { name: 'Send again' }).click()
    } else await page.reload()
    await page.getByText('Review it, then select this or correct the number.').waitFor()
    await isKept(page, taken)
    await page.getByLabel('PO no.').fill(po)
    await save(page)
    await isRecordedOnce(page, po)
    await close()
  })

  it('can be sent again where only one question failed, and is nothing to the next page', async () => {
    const made = await enter()
    const { page, close } = made
    const po = `PO-ASKED-${scripts}`
    const again = page.getByRole(scripts ? 'button' : 'link', { name: /^(Send|Try) again$/ })
    await type(made, po)
    server.fail(/purchase_duplicates|inventory/)
    await save(page)
    await heading(page, 'Something went wrong')
    await page.getByText(/saved only once/).waitFor()
    expect(await again.count()).toBe(scripts ? 1 : 0)
    if (scripts) {
      await menu(page).getByRole('link', { name: 'Purchasing' }).click()
      await page.getByRole('link', { name: 'Try again' }).waitFor()
      expect(await page.getByText(/saved only once/).count()).toBe(0)
      server.fail(null)
      await type(made, po)
      await save(page)
    } else {
      server.fail(null)
      await page.reload()
    }
    await isRecordedOnce(page, po)
    await close()
  })

  it('is not sent again when it was done and only the page after it failed', async () => {
    const made = await enter()
    const { page, close } = made
    const po = `PO-DONE-${scripts}`
    await type(made, po)
    server.fail(/rest\/v1\/purchases/)
    await save(page)
    await heading(page, 'Something went wrong')
    expect(await page.getByText(/saved only once|Send again/).count()).toBe(0)
    server.fail(null)
    await page.getByRole('link', { name: 'Try again' }).click()
    await heading(page, po)
    await close()
  })

  it('comes back with what was typed when only its answer is lost, and has one effect', async () => {
    const made = await enter()
    const { page, close } = made
    const po = `PO-LOST-${scripts}`
    await type(made, po)
    server.lose(/rpc\/create_purchase/)
    await save(page)
    await page.getByText(/this may not be saved/).waitFor()
    await isKept(page, po)
    // The page may have reloaded its data by now; the command is the same.
    await page.waitForLoadState('networkidle')
    server.lose(null)
    await save(page)
    await isRecordedOnce(page, po)
    await close()
  })
})

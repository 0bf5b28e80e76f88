import type { Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { version } from '../../package.json'
import { isSignIn, picture, signInOnPage, testBrowser } from '../support/browser.ts'
import { sample } from '../support/rounds.ts'
import { enterAs } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit, signedIn } = testBrowser(server)

const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>)
/** The palette is there, and what is typed now goes into it. */
const opened = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.matches('dialog:modal input'))
const wanted = (page: Page) => page.getByPlaceholder('Search screens, names and document numbers')
const options = (page: Page) => page.getByRole('option')
const at = (path: string) => (url: URL) => url.pathname === path

/** The page's scripts have taken over. */
const ready = (page: Page) => page.waitForFunction(() => localStorage.getItem('version') !== null)

/** Sets a clock that stands still, and lets the page know how it was loaded, which that clock would hide. */
async function installClock(page: Page) {
  await page.addInitScript(() => {
    const loaded = performance.getEntriesByType('navigation')
    Object.assign(window, { testLoaded: () => loaded })
  })
  await page.clock.install()
  await page.addInitScript(() => {
    const { testLoaded } = window as unknown as { testLoaded: () => PerformanceEntry[] }
    Object.assign(performance, { getEntriesByType: testLoaded })
  })
}

describe('the palette', () => {
  it('goes by the keyboard alone, and is fetched only when it is asked for', async () => {
    const { page, problems, close } = await visit()
    onTestFailed(() => picture(page, 'palette keyboard'))
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
    const fetched = () => scripts.filter((path) => /palette/i.test(path)).length
    await enterAs(page, server, 'special access 1')
    await page.goto('/home')
    await ready(page)
    expect(scripts.some((path) => path.endsWith('.js'))).toBe(true)
    expect(fetched()).toBe(0)

    await page.keyboard.press('Control+k')
    await opened(page)
    expect(fetched()).toBe(1)
    const groups = await page.locator('[cmdk-group-heading]').allInnerTexts()
    expect(groups).toEqual(['Screens', 'New', 'Reports'])
    const count = await options(page).count()
    await page.keyboard.type('no such screen')
    await page.getByText('No results for “no such screen”.').waitFor()
    expect(await options(page).count()).toBe(0)
    const found = async (typed: string) => {
      await wanted(page).fill(typed)
      const labels = await options(page).allInnerTexts()
      expect(labels.length).toBeLessThan(count)
      return labels.map((label) => label.split('\n')[0])
    }
    const purchases = ['Purchases', 'Corrections', 'Add purchase', 'Purchase report']
    expect(await found('purchas')).toEqual(expect.arrayContaining(purchases))
    // Both the entry of the menu and the subject below it find the screen.
    expect(await found('purchasing')).toEqual(['Purchases'])
    expect(await found('stock')).toEqual(expect.arrayContaining(['Inventory', 'Products']))
    await wanted(page).fill('')
    const chosen = (name: string) =>
      page.locator('[role=option][aria-selected=true]', { hasText: name }).waitFor()
    await chosen('Home')
    await page.keyboard.press('ArrowDown')
    await chosen((await options(page).nth(1).textContent())!)
    await page.keyboard.press('ArrowUp')
    await chosen('Home')
    await page.keyboard.press('Escape')
    await wanted(page).waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe('/home')

    await page.keyboard.press('Meta+k')
    await opened(page)
    await page.keyboard.type('prod add')
    await page.keyboard.press('Enter')
    await page.waitForURL(at('/inventory/product-list/product-add-product'))
    // The same key closes it, and the focus goes back to the field.
    await page.getByLabel('Product name').focus()
    await page.keyboard.press('Control+k')
    await opened(page)
    await page.keyboard.press('Control+k')
    await wanted(page).waitFor({ state: 'hidden' })
    await page.keyboard.type('Soap')
    expect(await page.getByLabel('Product name').inputValue()).toBe('Soap')
    expect(problems).toEqual([])
    await close()
  })

  it('is a page on a phone, from the bar at its foot', async () => {
    const { page, close } = await visit({ width: 390 })
    onTestFailed(() => picture(page, 'palette phone'))
    await enterAs(page, server, 'finance admin')
    await page.goto('/home')
    await ready(page)
    const bar = page.getByRole('navigation', { name: 'Shortcuts' })
    await bar.getByRole('link', { name: 'Search' }).click()
    await page.waitForURL(at('/search'))
    await page.getByRole('searchbox').fill('requests')
    await page.getByRole('searchbox').press('Enter')
    const screens = page.getByRole('navigation', { name: 'Screens' })
    await screens.getByRole('link', { name: 'Customer requests' }).click()
    await page.waitForURL(at('/customers/customer-registry'))
    await close()
  })

  const PALETTES = [
    [
      'finance admin',
      ['Record collection', 'Add customer'],
      ['Add product', 'Users', 'Inventory x'],
    ],
    ['sales admin', ['Add product', 'New booking'], ['Collections', 'Record collection', 'Users']],
    ['General Manager', ['Bookings', 'Settings', 'Users'], ['New booking', 'Add product']],
    ['admin', ['Add project', 'Add user', 'Users', 'Settings'], ['Bookings']],
  ] as const
  it.each(sample<(typeof PALETTES)[number]>(PALETTES, 1))(
    'has for %s what the role may open, and no address that fails',
    async (who, has, not) => {
      const { page, close } = await visit()
      onTestFailed(() => picture(page, `palette ${who}`))
      await enterAs(page, server, who)
      await page.goto('/home')
      await ready(page)
      await page.keyboard.press('Control+k')
      await opened(page)
      const listed = await options(page).evaluateAll((all) =>
        all.map((each) => ({
          to: each.getAttribute('data-value') ?? '',
          label: each.firstChild?.textContent ?? '',
        })),
      )
      const labels = listed.map(({ label }) => label)
      expect(labels).toEqual(expect.arrayContaining([...has]))
      expect(labels.filter((label) => (not as readonly string[]).includes(label))).toEqual([])
      for (const { to } of sample(listed, 12))
        expect(await page.request.get(to).then((answer) => answer.status()), to).toBe(200)
      await close()
    },
  )
})

describe('the version check', () => {
  const NEXT = '99.0.0'

  /** The server says this version from now on; counts the documents that the page asks for. */
  async function deploy(page: Page, next = NEXT) {
    const seen = { loads: 0, checks: 0 }
    await page.route('**/version.json', (route) => {
      seen.checks++
      return route.fulfill({ json: { version: next } })
    })
    // A reload can come before the first document's load event, so requests are counted.
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) seen.loads++
    })
    return seen
  }

  it('stores the version, and reloads once when another one is there', async () => {
    const { page, problems, close } = await visit()
    onTestFailed(() => picture(page, 'version'))
    await enterAs(page, server, 'sales admin')
    await page.goto('/home')
    await ready(page)
    expect((await stored(page)).version).toBe(version)
    await page.evaluate(() => caches.open('old'))
    const seen = await deploy(page)
    const again = page.waitForEvent('load')
    await page.goto('/home')
    await again
    await page.waitForFunction((next) => localStorage.getItem('version') === next, NEXT)
    await expect.poll(() => seen.checks).toBe(2)
    expect(seen.loads).toBe(2)
    expect(await page.evaluate(() => caches.keys())).toEqual([])
    // Going on within the page is no change of the sign-in state.
    await page.getByRole('link', { name: 'Purchasing' }).first().click()
    await page.waitForURL(/inventory-view-list$/)
    expect(seen).toEqual({ loads: 2, checks: 2 })
    expect(problems).toEqual([])
    await close()
  })

  it('asks before what was typed is lost: later, or now', async () => {
    const { page, close } = await visit({ own: true })
    onTestFailed(() => picture(page, 'version typed'))
    await enterAs(page, server, 'sales admin')
    const form = '/inventory/product-list/product-add-product'
    await installClock(page)
    await page.goto(form)
    await ready(page)
    await page.getByLabel('Product name').fill('Half a product')
    const seen = await deploy(page)
    const comeBack = () =>
      page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    // After a minute the page asks the server nothing; after an hour it does.
    await page.clock.runFor(60_000)
    await comeBack()
    await page.clock.runFor(60 * 60_000)
    await comeBack()
    const notice = page.getByText('A new version of Kalakal is available.')
    await notice.waitFor()
    expect(seen).toEqual({ loads: 0, checks: 1 })
    await page.getByRole('button', { name: 'Later' }).click()
    await notice.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Product name').inputValue()).toBe('Half a product')

    const next = await deploy(page, '99.1.0')
    await page.clock.runFor(60 * 60_000)
    await comeBack()
    await notice.waitFor()
    const again = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Reload now' }).click()
    await again
    // The page that comes from the reload has the same version as before: it asks, and is not loaded again.
    await notice.waitFor()
    expect(next).toEqual({ loads: 1, checks: 2 })
    expect(await page.getByLabel('Product name').inputValue()).toBe('')
    await close()
  })

  it('never goes round in circles where storage is off', async () => {
    const { page, close } = await visit({ own: true })
    onTestFailed(() => picture(page, 'version without storage'))
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      }),
    )
    await enterAs(page, server, 'sales admin')
    const seen = await deploy(page)
    await page.goto('/home')
    await page.getByText('A new version of Kalakal is available.').waitFor()
    expect(seen).toEqual({ loads: 2, checks: 2 })
    await close()
  })

  it('is only logged when it fails', async () => {
    const { page, problems, close } = await visit()
    onTestFailed(() => picture(page, 'version fails'))
    const logged: string[] = []
    page.on('console', (message) => logged.push(`${message.type()} ${message.text()}`))
    await page.route('**/version.json', (route) => route.fulfill({ body: '<html>' }))
    await signInOnPage(page, 'owner@demo.test')
    await page.waitForURL(at('/home'))
    expect(
      logged.filter((line) => /^info The version check failed/.test(line)).length,
    ).toBeGreaterThan(0)
    expect(problems).toEqual([])
    await close()
  })

  it('is made when signing in, at the gate, in the shell and when signed out', async () => {
    const { page, close } = await visit()
    const seen = await deploy(page, version)
    await page.goto('/')
    await expect.poll(() => seen.checks).toBe(1)
    await signInOnPage(page, 'owner@demo.test')
    await page.waitForURL(at('/home'))
    // The other checks are one at the reloaded form, one at the gate and one in the shell.
    await expect.poll(() => seen.checks).toBe(4)
    await page.getByRole('button', { name: 'Signout' }).first().click()
    await page.locator('dialog:visible').getByRole('button', { name: 'Signout' }).click()
    await page.waitForURL(at('/'))
    await expect.poll(() => seen.checks).toBe(5)
    await close()
  })
})

/** Addresses that the browser may have kept, and that nobody is led to. */
const NOT_REMEMBERED = [
  '/inventory/product-list/product-add-product',
  '/admin-users',
  '/customers/no-such-screen',
  'https://elsewhere.test/',
  'javascript:alert(1)',
]

describe('a session', () => {
  it('begins at the remembered screen when that is known and allowed', async () => {
    const { page, problems, close } = await visit()
    onTestFailed(() => picture(page, 'remembered'))
    await enterAs(page, server, 'finance admin')
    await page.goto('/customers/customer-registry')
    await page.waitForFunction(
      () => localStorage.getItem('whatNav_') === '/customers/customer-registry',
    )
    // The test does not wait for the load event: the gate may have passed by then.
    await page.goto('/', { waitUntil: 'commit' })
    await page.waitForURL(at('/customers/customer-registry'))
    for (const bad of sample(NOT_REMEMBERED, 2)) {
      // The test leaves the app first: a screen that is still loading would store itself as the
      // last screen.
      await page.goto('/version.json')
      await page.evaluate((value) => localStorage.setItem('whatNav_', value), bad)
      await page.goto('/')
      await page.waitForURL(at('/home'))
    }
    expect(problems).toEqual([])
    await close()
  })

  it('leaves nothing behind when it has ended, and leads to /login; signing out leads to /', async () => {
    const { page, problems, close } = await signedIn('finance-admin@demo.test')
    onTestFailed(() => picture(page, 'over'))
    const left = { loggedIn: 'no', version }
    await page.goto('/customers/customer-registry')
    await page.waitForFunction(() => localStorage.getItem('whatNav') === 'Customers')
    expect(await stored(page)).toMatchObject({ loggedIn: 'yes', logoURI1: 'null' })
    expect((await stored(page)).logoURI).toMatch(/^\/logos\//)
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Treasury' }).first().click()
    await page.waitForURL(at('/login'))
    await expect.poll(() => stored(page)).toEqual(left)

    await enterAs(page, server, 'finance admin', true)
    await page.goto('/home')
    await page.waitForFunction(() => localStorage.getItem('loggedIn') === 'yes')
    await page.getByRole('button', { name: 'Signout' }).first().click()
    await page.locator('dialog:visible').getByRole('button', { name: 'Signout' }).click()
    await page.waitForURL(isSignIn)
    await page.getByRole('heading', { name: 'SIGN IN' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    await expect.poll(() => stored(page)).toEqual(left)
    expect(problems).toEqual([])
    await close()
  })
})

describe('a screen that is slow', () => {
  it('is announced over the old one, which stays; a filter is not', async () => {
    const { page, problems, close } = await visit({ own: true })
    onTestFailed(() => picture(page, 'slow'))
    await enterAs(page, server, 'finance admin')
    await page.clock.install()
    await page.goto('/home')
    await ready(page)
    await page.clock.pauseAt(Date.now() + 3_600_000)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/_data=/, async (route) => {
      await held
      await route.continue()
    })
    const status = page.locator('#content').getByRole('status')
    await page.getByRole('link', { name: 'Customers' }).first().click()
    await page.clock.runFor(100)
    expect(await status.textContent()).toBe('')
    await page.clock.runFor(1000)
    expect(await status.textContent()).toBe('Loading…')
    expect(await page.locator('#content .page-shape').isVisible()).toBe(true)
    expect(await page.getByRole('heading', { name: /Welcome/ }).isVisible()).toBe(true)
    release()
    await page.waitForURL(/customer-view-list$/)
    await page.getByRole('heading', { name: 'Customers' }).waitFor()
    expect(await page.locator('#content .page-shape').count()).toBe(0)
    await page.waitForFunction(
      () =>
        document.querySelector('#content > [role=status]')?.textContent === 'Customers · Kalakal',
    )

    const asking = page.waitForRequest(/_data=.*q=nobody|q=nobody.*_data=/)
    await page.unroute(/_data=/)
    await page.route(/_data=/, () => {})
    await page.getByRole('searchbox').fill('nobody')
    await page.getByRole('searchbox').press('Enter')
    await asking
    await page.clock.runFor(5000)
    expect(await status.textContent()).toBe('Customers · Kalakal')
    expect(await page.locator('#content').getAttribute('aria-busy')).toBe('false')
    expect(problems).toEqual([])
    await close()
  })
})

import { expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { enterAs } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)

const SCREENS = [
  '/home',
  '/sales/bookings',
  '/sales/bookings/add',
  '/sales/bookings/validation',
  '/sales/sales-invoicing',
  '/sales/sales-delivery',
  '/inventory/inventory-list/inventory-view-list',
  '/inventory/product-list',
  '/inventory/purchase-list',
  '/customers/customer-list/customer-view-list',
  '/treasury/treasury-list/treasury-view-list',
  '/treasury/cheques',
  '/settings',
]

/** Buttons and menus, and links that look like buttons, that are lower than 40 px; links in a line of text are no targets. */
const low = `(() => [...document.querySelectorAll('button, summary, nav[aria-label=Pages] a, input:not([type=checkbox],[type=radio],[type=hidden]), select')]
  .filter((part) => part.checkVisibility({ visibilityProperty: true }) && part.getClientRects().length > 0)
  .map((part) => [part.getBoundingClientRect(), (part.textContent || part.name || '').trim().slice(0, 40), part.tagName])
  .filter(([{ height, width }]) => width > 1 && height > 1 && height < 39.5)
  .map(([{ height }, text, tag]) => tag + ' ' + text + ': ' + Math.round(height)))()`

it('buttons, fields and menus are 40 px high on a phone', async () => {
  const { page, close } = await visit({ drawn: true })
  onTestFailed(() => picture(page, 'phone targets'))
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, server, 'special access 1')
  const wrong: string[] = []
  for (const address of SCREENS) {
    await page.goto(address)
    for (const part of (await page.evaluate(low)) as string[]) wrong.push(`${address} ${part}`)
  }
  expect(wrong).toEqual([])
  await close()
})

it.each([true, false])('the bar at the foot of a phone leads on, scripts %s', async (scripts) => {
  const { page, close } = await visit({ scripts, drawn: true, width: 390 })
  onTestFailed(() => picture(page, `phone bar ${scripts}`))
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, server, 'special access 1')
  await page.goto('/home')
  const bar = page.getByRole('navigation', { name: 'Shortcuts' })
  const { y, height } = (await bar.boundingBox())!
  expect(Math.round(y + height)).toBe(844)
  await bar.getByRole('link', { name: 'Search' }).click()
  await page.waitForURL(/\/search$/)
  await bar.getByRole('link', { name: 'Inbox' }).click()
  await page.waitForURL(/\/inbox$/)
  expect(await bar.locator('[aria-current=page]').innerText()).toContain('Inbox')
  const menu = page.locator('#phone-menu')
  await bar.getByRole('button', { name: 'Menu' }).click()
  await menu.waitFor()
  await menu.getByRole('button', { name: 'Close menu' }).click()
  await menu.waitFor({ state: 'hidden' })

  const list = page.locator('#phone-new')
  await bar.getByRole('button', { name: 'New' }).click()
  await list.waitFor()
  const first = list.getByRole('link').first()
  const to = (await first.getAttribute('href'))!
  // Above the bar, and within the screen.
  const box = (await list.boundingBox())!
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.y + box.height).toBeLessThanOrEqual(y)
  await first.click()
  await page.waitForURL((url) => url.pathname === to)
  await list.waitFor({ state: 'hidden' })
  await bar.getByRole('link', { name: 'Home' }).click()
  await page.waitForURL(/\/home$/)
  await close()
})

it('texts are in the font that ships with the product, its figures of one width', async () => {
  const { page, close } = await visit({ drawn: true })
  await page.goto('/')
  await page.waitForFunction(() => document.fonts.check('14px Inter'))
  const faces = await page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family }) => family)
  })
  expect(faces.map((family) => family.replaceAll('"', ''))).toContain('Inter')
  const widths = await page.evaluate(() =>
    ['1111', '8888'].map((text) => {
      const part = document.body.appendChild(document.createElement('span'))
      part.className = 'figures'
      part.textContent = text
      return part.getBoundingClientRect().width
    }),
  )
  expect(widths[0]).toBe(widths[1])
  await close()
})
